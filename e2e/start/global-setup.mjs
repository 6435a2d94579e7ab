// The programs under test serve the built site: build it once, if it is not there yet.
import { ensureBuild } from '../../bin/build.mjs';

export default () => ensureBuild((line) => console.log(line));
