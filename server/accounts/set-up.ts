// Creates the first account: the person with the set-up link becomes the owner and names the studio.
// The link is used up in the same transaction that makes the owner. The account itself is made by the auth service a
// moment before; an interrupted set-up leaves it marked, and the next try with the same address takes it up again.

import * as v from 'valibot';
import { findWeakness } from '#backend/auth/passwords/check-strength.ts';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { checkFields, emailAddress, ownName, text, typedText } from '../http-kit/read-body.ts';
import { readJson } from '../http-kit/read-json.ts';
import { hashSetupToken } from '../setup-token.ts';
import { recordAudit } from './audit.ts';
import { accountErrors } from './staff-rules.ts';

export interface SetUpParts {
  sql: Sql;
  elevated: StudioClient | null;
  passwordMin: number;
  ip: string;
  /** Throws when there were too many of them. */
  onWrongLink(): void;
}

const MAX_PASSWORD_LENGTH = 72;

const usedLink = () =>
  new ApiError(
    403,
    'setup_link_invalid',
    'This set-up link has already been used or is out of date. Restart the program to get a new one.',
  );
const inUse = () =>
  new ApiError(409, 'setup_busy', 'Someone else is completing the set-up right now. Try again in a moment.');

export async function checkSetUp(
  token: string,
  { sql }: Pick<SetUpParts, 'sql'>,
): Promise<{ valid: boolean }> {
  return { valid: await isUsable(sql, token) };
}

export async function completeSetUp(request: Request, parts: SetUpParts): Promise<{ email: string }> {
  const { sql, elevated, ip } = parts;
  const body = await readJson(request);
  // Checked first, so that requests without the link learn nothing.
  if (!(await isUsable(sql, checkFields(body, v.object({ token: text })).token))) {
    parts.onWrongLink();
    throw usedLink();
  }
  const owner = checkFields(body, ownerFields(parts.passwordMin));
  if (!elevated) throw accountErrors.noServiceKey();
  return sql.begin(async (tx) => {
    // One at a time, and no queue: each that waited here would hold a connection that making the account needs.
    const [lock] = await tx`select pg_try_advisory_xact_lock(hashtext('onda set-up')) as is_mine`;
    if (lock?.is_mine !== true) throw inUse();
    if (!(await isUsable(tx, owner.token))) throw usedLink();
    const id = await saveAccount(tx, elevated, owner);
    await makeOwner(tx, id, owner);
    await recordAudit(tx, {
      action: 'owner_set_up',
      actor: { id, email: owner.email },
      ip,
      traits: { studio_name: owner.studio_name },
    });
    return { email: owner.email };
  });
}

async function isUsable(sql: Sql | TransactionSql, token: string): Promise<boolean> {
  const [row] = await sql`
    select from private.setup where token_hash = ${hashSetupToken(token)} and used_at is null`;
  return row !== undefined;
}

async function saveAccount(tx: TransactionSql, { auth }: StudioClient, owner: Owner): Promise<string> {
  const { email, password, name } = owner;
  const about = { password, email_confirm: true, user_metadata: { name }, app_metadata: { set_up: true } };
  const [begun] = await tx<{ id: string }[]>`
    select id from auth.users where email = ${email} and raw_app_meta_data ->> 'set_up' = 'true'`;
  const { data, error } = begun
    ? await auth.admin.updateUserById(begun.id, about)
    : await auth.admin.createUser({ email, ...about });
  if (data.user) return data.user.id;
  if (error?.code === 'email_exists') {
    throw apiErrors.invalid({
      email: 'This email address already has an account. Use another one for the owner.',
    });
  }
  if (error?.code === 'weak_password') throw apiErrors.invalid({ password: error.message });
  if (error?.code === 'validation_failed') throw apiErrors.invalid({ email: emailMessage });
  throw error ?? new Error('the account was not created');
}

async function makeOwner(tx: TransactionSql, id: string, owner: Owner): Promise<void> {
  const { token, name, studio_name: studioName, zone } = owner;
  await tx`
    insert into public.profiles (user_id, name) values (${id}, ${name})
    on conflict (user_id) do update set name = excluded.name`;
  await tx`
    insert into public.roles (user_id, role, granted_by)
    select ${id}, role, ${id} from unnest(array['member', 'staff', 'owner']) as role
    on conflict do nothing`;
  await tx`
    update public.studio set name = ${studioName}, is_lower_case = ${studioName === studioName.toLowerCase()}`;
  await saveOpeningLines(tx, owner);
  // The owner's time zone is used only while there are no sessions, because they would move.
  await tx`
    update public.studio set zone = ${zone}
    where exists (select from pg_timezone_names where name = ${zone})
      and not exists (select from public.sessions)`;
  // What is sample must not reach a customer: an account to pay to, a phone, an address to write or come to, a price.
  await tx`
    update public.studio s set email = '', phone = '', phone_hours = '', address = '', getting_here = '', access = '',
      invitation = '', first_class_price_cents = null,
      translations = (select coalesce(jsonb_object_agg(language, texts - array['phone_hours', 'address', 'getting_here', 'access',
        'invitation']), '{}') from jsonb_each(s.translations) t (language, texts))`;
  await tx`delete from public.opening_hours`;
  await tx`update public.booking_settings set transfer_account = ''`;
  await tx`update public.pass_types set is_sold = false where is_demo`;
  await tx`update private.setup set used_at = now() where token_hash = ${hashSetupToken(token)}`;
}

/** Programs that do not send them leave the texts as they are. Empty: pages show neutral ones. */
async function saveOpeningLines(tx: TransactionSql, owner: Owner): Promise<void> {
  const { language, statement, lead } = owner;
  if (statement === undefined && lead === undefined) return;
  const lines = { statement: statement ?? '', lead: lead ?? '' };
  // In other languages the lines would say something else: those of the sample studio.
  await tx`
    update public.studio s set
      translations = (select coalesce(jsonb_object_agg(t.language, t.texts - array['statement', 'lead']), '{}')
        from jsonb_each(s.translations) t (language, texts)),
      statement = ${lines.statement}, lead = ${lines.lead}`;
  await tx`
    update public.studio s set statement = '', lead = '', translations = s.translations || jsonb_build_object(${language}::text,
      coalesce(s.translations -> ${language}, '{}') || (select coalesce(jsonb_object_agg(key, value), '{}')
        from jsonb_each_text(${tx.json(lines)}) where value <> ''))
    where ${language} = any (s.languages[2:])`;
}

const emailMessage = 'Enter your email address.';

const shortText = (max: number) => v.pipe(text, v.maxLength(max, `Use at most ${max} characters.`));

function ownerFields(passwordMin: number) {
  const findProblem = (password: string) => {
    if (password === '') return 'Choose a password.';
    if ([...password].length > MAX_PASSWORD_LENGTH)
      return `Choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`;
    return findWeakness(password, { passwordMin, passwordCharacters: [] })?.message;
  };
  return v.object({
    token: text,
    studio_name: v.pipe(
      text,
      v.check(({ length }) => length > 0 && length <= 40, 'Enter a name of 1 to 40 characters.'),
    ),
    /** The first lines of the home page, in the language of the page on which they were written. */
    statement: v.optional(shortText(200)),
    lead: v.optional(shortText(300)),
    language: text,
    /** The owner's time zone; empty when the browser does not send it. */
    zone: text,
    name: ownName,
    email: v.pipe(emailAddress(emailMessage), v.toLowerCase()),
    // As typed: spaces at either end belong to a password.
    password: v.pipe(
      typedText,
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? findProblem(dataset.value) : undefined;
        if (message) addIssue({ message });
      }),
    ),
  });
}

type Owner = v.InferOutput<ReturnType<typeof ownerFields>>;
