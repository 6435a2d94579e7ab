/** What is wrong with the whole form, or how much of it: announced when it appears, and reachable by the keyboard. */
export function FormAlert({ words }: { words: string | undefined }) {
  if (!words) return null;
  return (
    <p className="form-error" role="alert" tabIndex={-1}>
      {words}
    </p>
  );
}
