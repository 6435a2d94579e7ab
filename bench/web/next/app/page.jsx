// The home page, rendered anew for every request with rows from the database.
import { readHome, readRoot } from '../read-studio.mjs';
import { Screen } from './screen.jsx';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const [root, page] = await Promise.all([readRoot(), readHome()]);
  return <Screen root={root} page={page} />;
}
