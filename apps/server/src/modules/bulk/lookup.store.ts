import { run, type Db } from '../../kernel/db.ts'
import type { Named } from './lookup.rules.ts'

// What the words in a column of a file refer to, for all rows in one query. Files of several modules name
// labs, rooms and people, and name them alike.

const LABS = `select id, serial_id as code, name from lab where serial_id = any ($1) or name = any ($1)
  order by id`
/** Labs by number or name. */
export const findLabs = (db: Db, words: readonly string[]) => run<Named>(db, LABS, [words])

const ROOMS = `select r.id, b.serial_id || ' ' || r.name as code, b.name || ' ' || r.name as name from room r
  join building b on b.id = r.building_id
  where b.serial_id || ' ' || r.name = any ($1) or b.name || ' ' || r.name = any ($1) order by r.id`
/** Rooms by 楼宇 房间号: the number or the name of the building, a space, and the room. */
export const findRooms = (db: Db, words: readonly string[]) => run<Named>(db, ROOMS, [words])

const PEOPLE = `select id, username as code, name from user_account where username = any ($1) and enabled`
/** People with open accounts, by username in lower case. */
export const findPeople = (db: Db, usernames: readonly string[]) => run<Named>(db, PEOPLE, [usernames])
