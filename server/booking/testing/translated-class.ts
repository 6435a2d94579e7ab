// A class whose texts are there in Portuguese, too. The studio must have the language.
import type { Sql } from '#backend/database/driver/sql.ts';
import { type Classroom, type ClassroomOptions, makeClassroom } from './classroom.ts';

/** Any text of it in the first language. */
export const ENGLISH = /Clay by hand|Kiln|An apron|Free until|1 Quay|Sister Ann|Brother Ray/;

export async function addTeacher(sql: Sql, name: string, inPt: string): Promise<string> {
  const [teacher] = await sql`
    insert into public.people (slug, name, line, bio, translations)
    values ('t-' || gen_random_uuid(), ${name}, '', '', ${sql.json({ pt: { name: inPt } })}) returning id`;
  return teacher?.id;
}

/** Its policy and the studio's address are translated, too. */
export async function makeTranslatedClass(sql: Sql, options: ClassroomOptions = {}): Promise<Classroom> {
  const texts = (pt: Record<string, string>) => sql.json({ pt });
  const teacherId = await addTeacher(sql, 'Sister Ann', 'Irmã Ana');
  const room = await makeClassroom(sql, { teacherId, ...options });
  await sql`
    update public.offerings set title = 'Clay by hand', bring = 'An apron.',
      translations = ${texts({ title: 'Barro à mão', slug: `barro-${room.slug}`, bring: 'Um avental.' })}
    where id = ${room.offeringId}`;
  await sql`update public.rooms set name = 'Kiln', translations = ${texts({ name: 'Forno' })} where id = ${room.roomId}`;
  await sql`
    update public.cancellation_policies set summary = 'Free until the day before.',
      translations = ${texts({ summary: 'Gratuito até à véspera.' })} where id = 'standard'`;
  await sql`update public.studio set address = '1 Quay', translations = ${texts({ address: 'Cais 1' })}`;
  return room;
}
