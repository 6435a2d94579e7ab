// The command line of `npm start`, `npm run dev`, `npm run backend` and `onda-backend`.

const USAGE = `onda-backend [--project DIR]     the backend host alone
npm start                        the whole studio
npm run dev                      the whole studio with hot reload
npm run backend -- --project DIR the backend host alone, for a Supabase project

  --project DIR  applies the migrations, seeds, functions and config.toml of the Supabase project in DIR
  --help         prints this

Settings are environment variables: see "Configuration" in the README.`;

const FLAGS = ['--dev', '--backend', '--help', '-h'];

/** An `exit` ends the program at once, with what it prints. */
export function readArguments(given) {
  const unknown = given.find((one, index) => !isKnown(one, given[index - 1]));
  if (unknown !== undefined) {
    const text = `"${unknown}" is not an option. --help lists the options.`;
    return { exit: { code: 1, text } };
  }
  if (given.includes('--help') || given.includes('-h')) return { exit: { code: 0, text: USAGE } };
  return { isDevelopment: given.includes('--dev'), isBackendAlone: given.includes('--backend') };
}

function isKnown(one, previous) {
  if (FLAGS.includes(one) || one === '--project' || one.startsWith('--project=')) return true;
  return previous === '--project';
}
