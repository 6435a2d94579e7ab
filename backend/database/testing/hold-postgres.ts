// A process for tests that uses the embedded PostgreSQL of a folder until it gets SIGTERM or is killed.
// Prints the database's URL on one line when it is ready.
import { connectDatabase } from '../connect.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const [dataDir = '', password = ''] = process.argv.slice(2);
// The program's messages, on a separate stream.
const progress = { step: (message: string) => console.error(message), done: () => undefined };
const server = await startEmbeddedPostgres({
  dataDir,
  password,
  progress,
  // As the program does.
  onLost: (error) => {
    console.error(error.message);
    process.exit(3);
  },
});
const database = await connectDatabase(server.url, { max: 1, applicationName: 'onda holder' });
process.once('SIGTERM', async () => {
  server.expectStop();
  await database.close();
  await server.stop();
  process.exit(0);
});
console.log(server.url);
