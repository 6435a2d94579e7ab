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

describe('relationships', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'many to one gives an object',
        line: 'GET /classes?select=title,rooms(name)&id=eq.1',
        json: [{ title: 'Paint', rooms: { name: 'North' } }],
      },
      {
        shows: 'an absent one gives null',
        line: 'GET /classes?select=title,rooms(name)&id=eq.4',
        json: [{ title: 'Song', rooms: null }],
      },
      {
        shows: 'one to many gives a list',
        line: 'GET /rooms?select=name,classes(title)&classes.order=title&order=id',
        json: [
          { name: 'North', classes: [{ title: 'Clay' }, { title: 'Paint' }] },
          { name: 'South', classes: [{ title: 'Dance' }] },
          { name: 'Attic', classes: [] },
        ],
      },
      {
        shows: 'one to one gives an object on both sides',
        line: 'GET /classes?select=class_details(text,classes(title))&id=eq.1',
        json: [{ class_details: { text: 'Bring an apron', classes: { title: 'Paint' } } }],
      },
      {
        shows: 'many to many goes through the junction',
        line: 'GET /classes?select=title,people!bookings(name)&people.order=name&id=in.(1,2)&order=id',
        json: [
          { title: 'Paint', people: [{ name: 'Bo' }, { name: 'Cy' }] },
          { title: 'Clay', people: [] },
        ],
      },
      {
        shows: 'the same relation at two depths',
        line: 'GET /people?select=name,classes!bookings(title,people!bookings(name))&id=eq.1',
        json: [{ name: 'Ana', classes: [{ title: 'Dance', people: [{ name: 'Ana' }, { name: 'Cy' }] }] }],
      },
      {
        shows: 'an alias names the embed',
        line: 'GET /classes?select=where:rooms(name)&id=eq.1',
        json: [{ where: { name: 'North' } }],
      },
      {
        shows: 'a hint by constraint',
        line: 'GET /classes?select=people!classes_teacher_id_fkey(name)&id=eq.1',
        json: [{ people: { name: 'Ana' } }],
      },
      {
        shows: 'a hint by column',
        line: 'GET /classes?select=helper:people!helper_id(name)&id=eq.1',
        json: [{ helper: { name: 'Bo' } }],
      },
      {
        shows: 'the constraint itself as target',
        line: 'GET /classes?select=classes_helper_id_fkey(name)&id=eq.1',
        json: [{ classes_helper_id_fkey: { name: 'Bo' } }],
      },
      {
        shows: 'the column itself as target',
        line: 'GET /classes?select=room_id(name)&id=eq.1',
        json: [{ room_id: { name: 'North' } }],
      },
      {
        shows: 'two aliases of one relation',
        line: 'GET /classes?select=teacher:people!teacher_id(name),helper:people!helper_id(name)&id=eq.1',
        json: [{ teacher: { name: 'Ana' }, helper: { name: 'Bo' } }],
      },
      {
        shows: 'a table on itself: its name means the many',
        line: 'GET /people?select=name,people(name)&people.order=name&id=eq.1',
        json: [{ name: 'Ana', people: [{ name: 'Bo' }, { name: 'Cy' }] }],
      },
      {
        shows: 'a table on itself: its column means the one',
        line: 'GET /people?select=name,mentor_id(name)&id=eq.2',
        json: [{ name: 'Bo', mentor_id: { name: 'Ana' } }],
      },
      {
        shows: 'embeds nest',
        line: 'GET /rooms?select=classes(title,teacher:people!teacher_id(name,mentor_id(name)))&id=eq.2',
        json: [{ classes: [{ title: 'Dance', teacher: { name: 'Bo', mentor_id: { name: 'Ana' } } }] }],
      },
      {
        shows: 'a computed relationship to many',
        line: 'GET /classes?select=guests(name)&id=eq.1',
        json: [{ guests: [{ name: 'Bo' }, { name: 'Cy' }] }],
      },
      {
        shows: 'a computed relationship to one',
        line: 'GET /classes?select=first_guest(name)&id=eq.1',
        json: [{ first_guest: { name: 'Bo' } }],
      },
      {
        shows: 'conditions on a computed relationship',
        line: 'GET /classes?select=guests(name)&guests.name=eq.Cy&id=eq.1',
        json: [{ guests: [{ name: 'Cy' }] }],
      },
    ],
  );
});

describe('conditions, order and pages inside', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a condition does not filter the parent',
        line: 'GET /rooms?select=name,classes(title)&classes.title=eq.Clay&id=lt.3&order=id',
        json: [
          { name: 'North', classes: [{ title: 'Clay' }] },
          { name: 'South', classes: [] },
        ],
      },
      {
        shows: 'inner drops parents without a match',
        line: 'GET /rooms?select=name,classes!inner(title)&classes.title=eq.Clay',
        json: [{ name: 'North', classes: [{ title: 'Clay' }] }],
      },
      {
        shows: 'inner on a to-one',
        line: 'GET /classes?select=title,rooms!inner(name)&rooms.name=eq.South',
        json: [{ title: 'Dance', rooms: { name: 'South' } }],
      },
      {
        shows: 'inner through two levels',
        line: 'GET /rooms?select=name,classes!inner(people!bookings!inner(name))&classes.people.name=eq.Ana',
        json: [{ name: 'South', classes: [{ people: [{ name: 'Ana' }] }] }],
      },
      {
        shows: 'logic inside',
        line: 'GET /rooms?select=classes(title)&classes.or=(title.eq.Clay,title.eq.Paint)&classes.order=title&id=eq.1',
        json: [{ classes: [{ title: 'Clay' }, { title: 'Paint' }] }],
      },
      {
        shows: 'limit and offset inside',
        line: 'GET /rooms?select=classes(title)&classes.order=title.desc&classes.limit=1&classes.offset=1&id=eq.1',
        json: [{ classes: [{ title: 'Clay' }] }],
      },
      {
        shows: 'is.null finds parents without any',
        line: 'GET /rooms?select=name,classes()&classes=is.null',
        json: [{ name: 'Attic' }],
      },
      {
        shows: 'not.is.null finds parents with some',
        line: 'GET /rooms?select=name,classes()&classes=not.is.null&order=id',
        json: [{ name: 'North' }, { name: 'South' }],
      },
      {
        shows: 'null tests in a logic tree',
        line: 'GET /classes?select=title,rooms(),class_details()&or=(rooms.is.null,class_details.not.is.null)&order=id',
        json: [{ title: 'Paint' }, { title: 'Song' }],
      },
      {
        shows: 'counted exactly with null tests and inner embeds',
        line: 'GET /rooms?select=name,classes!inner(title)&classes.title=neq.Clay&limit=1',
        headers: { prefer: 'count=exact' },
        status: 206,
        sends: { 'content-range': '0-0/2' },
      },
      {
        shows: 'order by a column of a to-one embed',
        line: 'GET /classes?select=title,rooms(name)&order=rooms(name).desc.nullslast,title',
        json: [
          { title: 'Dance', rooms: { name: 'South' } },
          { title: 'Clay', rooms: { name: 'North' } },
          { title: 'Paint', rooms: { name: 'North' } },
          { title: 'Song', rooms: null },
        ],
      },
      {
        shows: 'order by an embed whose column is not shown',
        line: 'GET /classes?select=title,rooms(id)&order=rooms(name).desc.nullsfirst,title.desc',
        json: [
          { title: 'Song', rooms: null },
          { title: 'Dance', rooms: { id: 2 } },
          { title: 'Paint', rooms: { id: 1 } },
          { title: 'Clay', rooms: { id: 1 } },
        ],
      },
      {
        shows: 'an embed without columns is not shown',
        line: 'GET /classes?select=title,rooms()&id=eq.1',
        json: [{ title: 'Paint' }],
      },
      {
        shows: 'conditions by the alias or by the name',
        line: 'GET /rooms?select=name,list:classes(title)&classes.title=eq.Clay&id=eq.1',
        json: [{ name: 'North', list: [{ title: 'Clay' }] }],
      },
    ],
  );
});

describe('spreads', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a to-one spread puts its columns beside',
        line: 'GET /classes?select=title,...rooms(room:name)&id=eq.1',
        json: [{ title: 'Paint', room: 'North' }],
      },
      {
        shows: 'a spread star',
        line: 'GET /class_details?select=text,...classes(id,title)',
        json: [{ text: 'Bring an apron', id: 1, title: 'Paint' }],
      },
      {
        shows: 'spreads nest',
        line: 'GET /class_details?select=...classes(title,...rooms(room:name))',
        json: [{ title: 'Paint', room: 'North' }],
      },
      {
        shows: 'a to-many spread gives lists',
        line: 'GET /rooms?select=name,...classes(titles:title)&classes.order=title&order=id',
        json: [
          { name: 'North', titles: ['Clay', 'Paint'] },
          { name: 'South', titles: ['Dance'] },
          { name: 'Attic', titles: [] },
        ],
      },
      {
        shows: 'an inner to-many spread',
        line: 'GET /rooms?select=name,...classes!inner(title)&classes.title=eq.Dance',
        json: [{ name: 'South', title: ['Dance'] }],
      },
      {
        shows: 'an embed inside a spread',
        line: 'GET /class_details?select=...classes(rooms(name))',
        json: [{ rooms: { name: 'North' } }],
      },
    ],
  );
});

describe('views', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a view embeds what its columns refer to',
        line: 'GET /open_classes?select=title,rooms(name)&id=eq.1',
        json: [{ title: 'Paint', rooms: { name: 'North' } }],
      },
      {
        shows: 'a renamed column has its new key',
        line: 'GET /open_classes?select=title,people!by_id(name)&id=eq.1',
        json: [{ title: 'Paint', people: { name: 'Ana' } }],
      },
      {
        shows: 'a table embeds a view that refers to it',
        line: 'GET /rooms?select=name,open_classes(title)&open_classes.order=title&id=eq.1',
        json: [{ name: 'North', open_classes: [{ title: 'Clay' }, { title: 'Paint' }] }],
      },
      {
        shows: 'a view of a view',
        line: 'GET /class_titles?select=shown,rooms(name)&class_id=eq.1',
        json: [{ shown: 'Paint', rooms: { name: 'North' } }],
      },
      {
        shows: 'a view and a table by the view’s primary key',
        line: 'GET /open_classes?select=title,class_details(text)&id=eq.1',
        json: [{ title: 'Paint', class_details: { text: 'Bring an apron' } }],
      },
      {
        shows: 'a junction view does not make the junction unclear',
        line: 'GET /open_classes?select=title,people!bookings(name)&people.order=name&id=eq.1',
        json: [{ title: 'Paint', people: [{ name: 'Bo' }, { name: 'Cy' }] }],
      },
    ],
  );
});
