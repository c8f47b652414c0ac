import { HOME_SLIDES } from '@portal/contract/carousel/carousel'
import type { NoticeKind } from '@portal/contract/notice/notice'
import { run, type Db } from '../../kernel/db.ts'

export interface Slide {
  id: number
  title: string
  subtitle: string | null
  fileId: string | null
  link: string | null
}
const SLIDES = `select id, title, subtitle, file_id as "fileId", link from carousel
  where enabled and coalesce(from_day, $1) <= $1::date and coalesce(until_day, $1) >= $1
    order by sort, id limit $2`
/** The slides shown on this day. */
export const listSlides = (db: Db, day: string) => run<Slide>(db, SLIDES, [day, HOME_SLIDES])

export interface Headline {
  id: number
  title: string
  kind: NoticeKind
  pinned: boolean
  publishedAt: Date
}
const HEADLINES = `select id, title, kind, pinned, publish_at as "publishedAt" from notice
  where state = 'published' and lab_id is null and publish_at <= $1 and audience = 'everybody'
  order by pinned desc, publish_at desc, id desc limit 8`
export const listHeadlines = (db: Db, now: Date) => run<Headline>(db, HEADLINES, [now])

export interface Card {
  id: number
  name: string
  model: string | null
  labName: string
  imageId: string | null
}
export interface Ranked extends Card {
  minutes: number
  bookings: number
}
const CARD = `d.id, d.name, d.model, l.name as "labName", d.image_file_id as "imageId"`
// Reads in the order of the index on (month, minutes desc).
const RANKS = `select ${CARD}, m.minutes, m.bookings from device_use_month m
  join device d on d.id = m.device_id and d.shared join lab l on l.id = m.lab_id
  join lab own on own.id = d.lab_id and own.enabled
  where m.month = $1 and m.minutes > 0 order by m.minutes desc limit $2`
export const listRanks = (db: Db, month: string, limit: number) => run<Ranked>(db, RANKS, [month, limit])

// The newest devices fill up the list if the month ranks too few.
const NEWEST = `select ${CARD} from device d join lab l on l.id = d.lab_id and l.enabled
  where d.shared and d.image_file_id is not null order by d.id desc limit $1`
export const listNewest = (db: Db, limit: number) => run<Card>(db, NEWEST, [limit])

export interface Figures {
  devices: number
  labs: number
  worthFen: number
  minutesOfYear: number
  bookingsOfYear: number
}
const FIGURES = `select s.devices, s.labs, s."worthFen", y."minutesOfYear", y."bookingsOfYear"
  from (select count(*)::int as devices, count(distinct d.lab_id)::int as labs,
    coalesce(sum(d.price_fen), 0)::int8 as "worthFen"
    from device d join lab l on l.id = d.lab_id and l.enabled
    where d.shared and d.status <> 'scrapped') s,
    (select coalesce(sum(minutes), 0)::int8 as "minutesOfYear",
      coalesce(sum(bookings), 0)::int as "bookingsOfYear" from device_use_month where month > $1) y`
/** `after`: the last month that is not counted. */
export async function readFigures(db: Db, after: string): Promise<Figures> {
  const [row] = await run<Figures>(db, FIGURES, [after])
  if (!row) throw new Error('sums always have a row')
  return row
}

export interface HomeLab {
  id: number
  serialId: string
  name: string
  deptName: string
  devices: number
}
const LABS = `select l.id, l.serial_id as "serialId", l.name, p.name as "deptName", s.devices
  from (select lab_id, count(*)::int as devices from device where shared and status <> 'scrapped'
    group by lab_id) s
  join lab l on l.id = s.lab_id and l.enabled join dept p on p.id = l.dept_id
    order by s.devices desc, l.id limit $1`
/** The labs with the most shared devices. */
export const listLargestLabs = (db: Db, limit: number) => run<HomeLab>(db, LABS, [limit])

export interface HomeFile {
  id: number
  title: string
  category: string
  downloads: number
  createdAt: Date
}
const FILES = `select d.id, d.title, c.name as category, d.downloads, d.created_at as "createdAt"
  from download d join download_category c on c.id = d.category_id and c.type = 2
  where d.audience = 'everybody' order by d.id desc limit $1`
export const listFiles = (db: Db, limit: number) => run<HomeFile>(db, FILES, [limit])
