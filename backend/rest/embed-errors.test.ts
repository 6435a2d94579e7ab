// Embedded relations: to-one, to-many, many-to-many, through hints, self references, views, computed relationships,
// inner joins, spreads, filters and order inside them, and the errors when a relationship is missing or unclear.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';
import { studioTables } from './testing/studio-tables.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(studioTables);
});
afterAll(() => host.close());

describe('errors', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'no relationship',
        line: 'GET /rooms?select=name,people(name)',
        status: 400,
        json: {
          code: 'PGRST200',
          details:
            "Searched for a foreign key relationship between 'rooms' and 'people' in the schema 'public', but no matches were found.",
          hint: null,
          message: "Could not find a relationship between 'rooms' and 'people' in the schema cache",
        },
      },
      {
        shows: 'a misspelt relation gets a hint',
        line: 'GET /rooms?select=name,clases(title)',
        status: 400,
        json: {
          code: 'PGRST200',
          details:
            "Searched for a foreign key relationship between 'rooms' and 'clases' in the schema 'public', but no matches were found.",
          hint: "Perhaps you meant 'classes' instead of 'clases'.",
          message: "Could not find a relationship between 'rooms' and 'clases' in the schema cache",
        },
      },
      {
        shows: 'a wrong hint',
        line: 'GET /classes?select=rooms!nope(name)',
        status: 400,
        json: {
          code: 'PGRST200',
          details:
            "Searched for a foreign key relationship between 'classes' and 'rooms' using the hint 'nope' in the schema 'public', but no matches were found.",
          hint: null,
          message: "Could not find a relationship between 'classes' and 'rooms' in the schema cache",
        },
      },
      {
        shows: 'more than one relationship lists them all',
        line: 'GET /class_details?select=classes(people(name))',
        status: 300,
        json: {
          code: 'PGRST201',
          details: [
            {
              cardinality: 'many-to-one',
              embedding: 'classes with people',
              relationship: 'classes_helper_id_fkey using classes(helper_id) and people(id)',
            },
            {
              cardinality: 'many-to-one',
              embedding: 'classes with people',
              relationship: 'classes_teacher_id_fkey using classes(teacher_id) and people(id)',
            },
            {
              cardinality: 'many-to-many',
              embedding: 'classes with people',
              relationship:
                'bookings using bookings_class_id_fkey(class_id) and bookings_person_id_fkey(person_id)',
            },
            {
              cardinality: 'many-to-many',
              embedding: 'classes with people',
              relationship:
                'booking_list using bookings_class_id_fkey(class_id) and bookings_person_id_fkey(person_id)',
            },
          ],
          hint: "Try changing 'people' to one of the following: 'people!classes_helper_id_fkey', 'people!classes_teacher_id_fkey', 'people!bookings', 'people!booking_list'. Find the desired relationship in the 'details' key.",
          message: "Could not embed because more than one relationship was found for 'classes' and 'people'",
        },
      },
      {
        shows: 'the same embed twice is the database’s error',
        line: 'GET /classes?select=rooms(name),rooms(id)',
        status: 400,
        json: {
          code: '42712',
          details: null,
          hint: null,
          message: 'table name "classes_rooms_1" specified more than once',
        },
      },
      {
        shows: 'an unknown column inside names the inner alias',
        line: 'GET /rooms?select=classes(nothing)',
        status: 400,
        json: {
          code: '42703',
          details: null,
          hint: null,
          message: 'column classes_1.nothing does not exist',
        },
      },
      {
        shows: 'ordering by a to-many embed',
        line: 'GET /rooms?select=name,classes(title)&order=classes(title)',
        status: 400,
        json: {
          code: 'PGRST118',
          details: "'rooms' and 'classes' do not form a many-to-one or one-to-one relationship",
          hint: null,
          message: "A related order on 'classes' is not possible",
        },
      },
      {
        shows: 'comparing an embed',
        line: 'GET /classes?select=title,rooms(name)&rooms=eq.1',
        status: 400,
        json: {
          code: 'PGRST120',
          details: 'Only is null or not is null filters are allowed on embedded resources',
          hint: null,
          message: "Bad operator on the 'rooms' embedded resource",
        },
      },
    ],
  );
});
