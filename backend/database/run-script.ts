// Runs a SQL script inside the caller's transaction and reports errors by file and line.
// Neither opens nor ends transactions, and rejects scripts that do: such a script could be applied in part.
import type { TransactionSql } from './driver/sql.ts';
import { type Statement, splitStatements } from './split-statements.ts';

export async function runScript(
  transaction: TransactionSql,
  { script, fileName, isLast = true }: { script: string; fileName: string; isLast?: boolean },
): Promise<string[]> {
  const statements = splitStatements(script);
  for (const statement of statements) {
    if (/^(begin|commit|rollback|start\s+transaction|end|abort)\b/i.test(statement.text)) {
      throw new Error(
        `${fileName}, line ${statement.line}: the file runs in one transaction already and must not contain ${statement.text.slice(0, 20).toUpperCase()}.`,
      );
    }
  }
  for (const statement of statements) {
    try {
      await transaction.unsafe(statement.text).simple();
    } catch (error) {
      throw new Error(describeFailure(fileName, statement, error), { cause: error });
    }
  }
  // Session settings of the script (search_path, role) must not return to the pool with the connection; those of the
  // transaction hold for the scripts that follow.
  if (isLast) await transaction.unsafe('reset all; reset role').simple();
  return statements.map((statement) => statement.text);
}

function describeFailure(fileName: string, statement: Statement, error: unknown): string {
  const details = (error instanceof Error ? error : {}) as {
    position?: string;
    message?: string;
    code?: string;
  };
  const offset = Number(details.position ?? 1) - 1;
  const line = statement.line + (statement.text.slice(0, offset).split('\n').length - 1);
  const code = details.code ? ` (${details.code})` : '';
  return `${fileName}, line ${line}: ${details.message ?? String(error)}${code}. No change of this file was applied.`;
}
