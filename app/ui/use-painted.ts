import { useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** The value, one painted frame late: for parts that may follow a press a moment after what was pressed. */
export function usePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => afterPaint(() => setPainted(() => value)), [value]);
  return painted;
}
