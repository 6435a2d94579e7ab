// Where the intro's player is fetched from: its own file in the build, the source itself in development.
declare const __BUILD_ID__: string;

export const introPlayerUrl = import.meta.env.DEV
  ? '/app/shell/intro/intro-player.ts'
  : `/assets/intro-player.js?v=${__BUILD_ID__}`;
