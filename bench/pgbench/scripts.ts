// The transactions that pgbench brings with it, statement for statement (src/bin/pgbench/pgbench.c, builtin_script), and
// the read of one row once more, for a pgbench that takes the caller's role and settings too.

export interface Script {
  isReadOnly: boolean;
  statements(scale: number): { text: string; values: string[] }[];
}

const random = (from: number, to: number) => String(from + Math.floor(Math.random() * (to - from + 1)));
const updateAccount = 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2';
const readAccount = 'SELECT abalance FROM pgbench_accounts WHERE aid = $1';
const updateTeller = 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2';
const updateBranch = 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2';
const addHistory =
  'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)';

function draw(scale: number) {
  return {
    aid: random(1, 100_000 * scale),
    bid: random(1, scale),
    tid: random(1, 10 * scale),
    delta: random(-5000, 5000),
  };
}

const selectOnly: Script = {
  isReadOnly: true,
  statements: (scale) => [{ text: readAccount, values: [draw(scale).aid] }],
};

export const scripts: Record<string, Script> = {
  'tpcb-like': {
    isReadOnly: false,
    statements(scale) {
      const { aid, bid, tid, delta } = draw(scale);
      return [
        { text: updateAccount, values: [delta, aid] },
        { text: readAccount, values: [aid] },
        { text: updateTeller, values: [delta, tid] },
        { text: updateBranch, values: [delta, bid] },
        { text: addHistory, values: [tid, bid, aid, delta] },
      ];
    },
  },
  'simple-update': {
    isReadOnly: false,
    statements(scale) {
      const { aid, bid, tid, delta } = draw(scale);
      return [
        { text: updateAccount, values: [delta, aid] },
        { text: readAccount, values: [aid] },
        { text: addHistory, values: [tid, bid, aid, delta] },
      ];
    },
  },
  'select-only': selectOnly,
  'select-as-caller': selectOnly,
};
