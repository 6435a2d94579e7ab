import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueSetupToken } from '../setup-token.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { ask, goodPassword, newEmail } from './testing/people.ts';

let studio: StudioApp;
let token: string;

beforeAll(async () => {
  studio = await startStudioApp();
});
afterAll(() => studio?.close());

beforeEach(async () => {
  await studio.sql`delete from private.setup`;
  await studio.sql`delete from auth.users`;
  token = (await issueSetupToken(studio.sql, { setupToken: undefined })) ?? '';
});

const form = (patch: Record<string, unknown> = {}) => ({
  token,
  studio_name: 'Harbour Arts',
  name: 'Ana Costa',
  email: newEmail(),
  password: goodPassword,
  ...patch,
});
const isValid = async () => (await ask(studio, `GET /api/setup?token=${token}`)).json.valid;

describe('the set-up link', () => {
  it('makes the owner, who can sign in at once, and names the studio', async () => {
    const body = form();
    expect(await isValid()).toBe(true);
    const { status, json } = await ask(studio, 'POST /api/setup', { body });
    expect([status, json]).toEqual([200, { email: body.email }]);

    const client = studio.newClient();
    const { data } = await client.auth.signInWithPassword({ email: body.email, password: goodPassword });
    const roles = await client
      .from('roles')
      .select('role')
      .eq('user_id', data.user?.id ?? '');
    expect(roles.data?.map(({ role }) => role).sort()).toEqual(['member', 'owner', 'staff']);
    const profile = await client.from('profiles').select('name').single();
    expect(profile.data?.name).toBe('Ana Costa');
    const studioRow = await client.from('studio').select('name,description').single();
    expect(studioRow.data?.name).toBe('Harbour Arts');
    expect(studioRow.data?.description).toContain('Harbour Arts');
  });

  it('works once', async () => {
    await ask(studio, 'POST /api/setup', { body: form() });
    expect(await isValid()).toBe(false);
    const second = await ask(studio, 'POST /api/setup', { body: form() });
    expect([second.status, second.json.code]).toEqual([403, 'setup_link_invalid']);
    const [owners] = await studio.sql`select count(*)::int as owners from public.roles where role = 'owner'`;
    expect(owners?.owners).toBe(1);
  });

  it('makes one owner when it is used many times at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(studio, 'POST /api/setup', { body: form() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 403, 409]).toContain(status);
    const [owners] = await studio.sql`select count(*)::int as owners from public.roles where role = 'owner'`;
    expect(owners?.owners).toBe(1);
  });

  it('removes the sample address and contact in every language', async () => {
    await ask(studio, 'POST /api/setup', { body: form({ studio_name: 'Maré' }) });
    const [row] = await studio.sql`select translations -> 'pt' as pt from public.studio`;
    expect(Object.keys(row?.pt ?? {}).sort()).toEqual(['description', 'lead', 'statement']);
    expect(row?.pt.description).toMatch(/^Maré apoia/);
  });

  describe('with opening lines of the home page', () => {
    const lines = async () => {
      const [row] = await studio.sql`
        select statement, lead, (select jsonb_object_agg(key, value - array['description'])
          from jsonb_each(translations)) as translations from public.studio`;
      return row;
    };
    const sample = {
      en: { statement: 'A sample headline.', lead: 'A sample lead.' },
      pt: { statement: 'Um exemplo.', lead: 'Outro exemplo.' },
    };
    beforeEach(async () => {
      await studio.sql`
        update public.studio set statement = ${sample.en.statement}, lead = ${sample.en.lead}, languages = '{en,pt}',
          translations = ${studio.sql.json({ pt: sample.pt })}`;
    });

    it('leaves the texts as they are for programs that do not send them', async () => {
      await ask(studio, 'POST /api/setup', { body: form() });
      expect(await lines()).toEqual({ ...sample.en, translations: { pt: sample.pt } });
    });

    it('saves them as the studio’s own, and no other language keeps those of the sample', async () => {
      const own = { statement: 'A dance studio in Faro.', lead: 'Dance classes in Faro.' };
      await ask(studio, 'POST /api/setup', { body: form({ ...own, language: 'en' }) });
      await studio.sql`select private.remove_sample_texts()`;
      expect(await lines()).toEqual({ ...own, translations: null });
    });

    it('saves those written on a page of another language as that language’s', async () => {
      const own = { statement: 'Estúdio de dança, Faro.', lead: '' };
      await ask(studio, 'POST /api/setup', { body: form({ ...own, language: 'pt' }) });
      expect(await lines()).toEqual({
        statement: '',
        lead: '',
        translations: { pt: { statement: own.statement } },
      });
    });

    it('takes those in a language that the studio does not have for its first', async () => {
      await ask(studio, 'POST /api/setup', { body: form({ statement: 'Hello.', language: 'xx' }) });
      expect(await lines()).toEqual({ statement: 'Hello.', lead: '', translations: null });
    });
  });

  it('stays good when something typed was not', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ password: 'short' }, 'password'],
      [{ password: 'password123' }, 'password'],
      [{ password: 'ä'.repeat(73) }, 'password'],
      [{ password: 5 }, 'password'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 'no body@example.com' }, 'email'],
      [{ name: ' ' }, 'name'],
      [{ studio_name: 'x'.repeat(41) }, 'studio_name'],
      [{ statement: 'x'.repeat(201) }, 'statement'],
      [{ lead: 'x'.repeat(301) }, 'lead'],
    ];
    for (const [patch, field] of cases) {
      const { status, json } = await ask(studio, 'POST /api/setup', { body: form(patch) });
      expect([status, json.code, Object.keys(json.fields ?? {})]).toEqual([422, 'invalid', [field]]);
    }
    expect(await isValid()).toBe(true);
    expect((await ask(studio, 'POST /api/setup', { body: form() })).status).toBe(200);
  });

  it('says nothing about passwords to someone without it', async () => {
    const { status, json } = await ask(studio, 'POST /api/setup', {
      body: form({ token: 'guess', password: '' }),
    });
    expect([status, json.code, json.fields]).toEqual([403, 'setup_link_invalid', undefined]);
  });

  it('does not give an existing account to someone who knows its address', async () => {
    const email = newEmail();
    await studio.newClient().auth.signUp({ email, password: 'a-strangers-choice-7' });
    const { status, json } = await ask(studio, 'POST /api/setup', { body: form({ email }) });
    expect([status, Object.keys(json.fields ?? {})]).toEqual([422, ['email']]);
    expect(await isValid()).toBe(true);
  });

  it('is completed by a second try when the first was cut off after the account was made', async () => {
    const body = form();
    await studio.clients.elevated?.auth.admin.createUser({
      email: body.email,
      password: 'the-first-try-33',
      email_confirm: true,
      app_metadata: { set_up: true },
    });
    expect((await ask(studio, 'POST /api/setup', { body })).status).toBe(200);
    const { error } = await studio
      .newClient()
      .auth.signInWithPassword({ email: body.email, password: goodPassword });
    expect(error).toBeNull();
  });

  it('is written into the audit log with the address it was used from', async () => {
    await ask(studio, 'POST /api/setup', { body: form(), address: '198.51.100.7' });
    const [entry] = await studio.sql`
      select ip_address from auth.audit_log_entries where payload ->> 'action' = 'owner_set_up'
      order by created_at desc limit 1`;
    expect(entry?.ip_address).toBe('198.51.100.7');
  });

  it('takes the owner’s time zone while there are no sessions, and rejects unknown zones', async () => {
    const zoneAfter = async (zone: unknown) => {
      await studio.sql`delete from private.setup`;
      await studio.sql`delete from auth.users`;
      token = (await issueSetupToken(studio.sql, { setupToken: undefined })) ?? '';
      expect((await ask(studio, 'POST /api/setup', { body: form({ zone }) })).status).toBe(200);
      const [row] = await studio.sql`select zone from public.studio`;
      return row?.zone;
    };
    // The sample studio has laid its dates by its own clock.
    expect(await zoneAfter('America/Lima')).toBe('Europe/Lisbon');
    await studio.sql`select public.remove_demo_content()`;
    expect(await zoneAfter('America/Lima')).toBe('America/Lima');
    expect(await zoneAfter('Mars/Olympus')).toBe('America/Lima');
    expect(await zoneAfter(7)).toBe('America/Lima');
  });
});

it.each(['', 'no json', '[]', '"text"', 'null'])('rejects the body %j with a message', async (body) => {
  const { status, json } = await ask(studio, 'POST /api/setup', { body });
  expect([status, json.code]).toEqual([400, 'bad_json']);
});
