// The programs under test serve the built site: build it once, if it is not there yet.
import { ensureBuild } from '../../bin/build.mjs';
import { removeUsedFolders } from './used-folder.ts';

export default async () => {
  await ensureBuild((line) => console.log(line));
  return () => removeUsedFolders(process.pid);
};
