// Which requests are the radio's.

export const RADIO_PATHS =
  /^\/(radio\/(live\.\w+|hls\/|covers\/|episodes\/|podcast|embed$)|api\/(radio|nowplaying)(\/|$)|status-json\.xsl$)/;

/** Routes that only need the database. The visitor's own address is known here, for limits and mutes. */
export const NEEDS_NO_STATION = /^\/api\/radio\/(chat|requests)$/;
