import { run, type Db } from '../../kernel/db.ts'
import type { Named } from './lookup.rules.ts'

// What the words in a column of a file refer to, for all rows in one query. Files of several modules name
// labs, rooms and people, and name them alike.

const LABS = `select id, serial_id as code, name, enabled from lab
  where serial_id = any ($1) or name = any ($1) order by id`
/** Labs by number or name. */
export const findLabs = (db: Db, words: readonly string[]) => run<Named>(db, LABS, [words])

// The words are a subselect, which is hashed: a file has thousands of them, and `any ($1)` may compare each
// room with each word.
const ROOMS = `select id, code, name
  from (select r.id, b.serial_id || ' ' || r.name as code, b.name || ' ' || r.name as name
    from room r join building b on b.id = r.building_id) named
  where code in (select unnest($1::text[])) or name in (select unnest($1::text[])) order by id`
/** Rooms by 楼宇 房间号: the number or the name of the building, a space, and the room. */
export const findRooms = (db: Db, words: readonly string[]) => run<Named>(db, ROOMS, [words])

const PEOPLE = `select id, username as code, name from user_account where username = any ($1) and enabled`
/** People with open accounts, by username in lower case. */
export const findPeople = (db: Db, usernames: readonly string[]) => run<Named>(db, PEOPLE, [usernames])
