// Takes away what a run of the test runner has made for copying, when it is over.
import { removeUsedFolders } from './used-folder.ts';

export default () => () => removeUsedFolders(process.pid);
