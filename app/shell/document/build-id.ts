declare const __BUILD_ID__: string;

/** The build of this program; server and browser differ after an update while a tab is open. */
export const buildId = import.meta.env.DEV ? 'development' : __BUILD_ID__;
