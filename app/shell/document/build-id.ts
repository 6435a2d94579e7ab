declare const __BUILD_ID__: string;

/** Which build this program is from; the server and the browser differ after an update beneath an open tab. */
export const buildId = import.meta.env.DEV ? 'development' : __BUILD_ID__;
