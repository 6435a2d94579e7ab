// The URL of the intro's player: its own file in the build, the source itself in development.
import { buildId } from '#app/shell/document/build-id.ts';

export const introPlayerUrl = import.meta.env.DEV
  ? '/app/shell/intro/intro-player.ts'
  : `/assets/intro-player.js?v=${buildId}`;
