import pg from 'pg'
import type { FileStore } from '../adapters/files/files.ts'
import type { Picture } from '../adapters/images/pictures.ts'
import type { Secrets } from '../adapters/secrets/secrets.ts'
import { poolDb, transaction, type Pool } from '../kernel/db.ts'
import { findLocal } from '../kernel/time.ts'
import { countUse } from '../modules/device/device.service.ts'
import { postPast } from '../modules/finance-report/finance-report.service.ts'
import { catchUpInParts } from '../modules/use-ledger/use-ledger.service.ts'
import { Copier } from './bulk.ts'
import { withoutIndexes } from './bulk-load.ts'
import { fillCards } from './campus/cards.ts'
import { fillDevices } from './campus/devices.ts'
import { listClosures, fillHolidays, type Closure } from './campus/holidays.ts'
import { castId, fillLabs } from './campus/labs.ts'
import type { Card, Counts, Device, Frame, Lab, OpenDevice, User } from './campus/model.ts'
import { fillOpenings } from './campus/openings.ts'
import { fillPeople, fillRoles } from './campus/people.ts'
import { fillPlaces } from './campus/places.ts'
import { cast, castDevices } from './cast.ts'
import { drawnPlan, fillCampusMaps, hangRoomPictures } from './content/campus-maps.ts'
import { drawnSlides, fillPublications, fillUniversityLines, fillWords } from './content/content.ts'
import { fillGates } from './content/gates.ts'
import { fillForms } from './content/forms.ts'
import { fillWorkflows } from './content/workflows.ts'
import { fillLabFiles, fillLabPages } from './content/lab-area.ts'
import { fillOverviews } from './content/overviews.ts'
import { fillFavorites, fillMessages } from './content/letters.ts'
import { fillOperation } from './content/operation.ts'
import { fillMinistry } from './content/ministry.ts'
import { fillNational } from './content/national.ts'
import { fillViews } from './content/views.ts'
import { fillRatings } from './content/ratings.ts'
import { fillRecords } from './content/records.ts'
import { fillUseEntries } from './content/use-entries.ts'
import { fillHeads, fillPosts } from './content/posts.ts'
import { createFiles, type Files } from './files.ts'
import { CLOSED_MONTHS, finishBooks, prepareBooks } from './flow/books.ts'
import { bookingTeller } from './flow/booking.ts'
import { fillDays } from './flow/days.ts'
import { createJournal } from './flow/journal.ts'
import { fillLedger, prepareLedger } from './flow/ledger.ts'
import { payingQueue, makeWallet } from './flow/paying.ts'
import type { Proof } from './flow/settlement.ts'
import { fillStories, STORY_COUNT } from './flow/stories.ts'
import { testOrderTeller } from './flow/test-order.ts'
import { partyPicker } from './flow/who.ts'
import { fillArrivals } from './lifecycle/arrivals.ts'
import { fillAssets } from './lifecycle/assets.ts'
import { fillBenefits } from './lifecycle/benefits.ts'
import { fillDeliveries } from './lifecycle/deliveries.ts'
import { fillPurchases } from './lifecycle/purchases.ts'
import { fillSuppliers } from './lifecycle/suppliers.ts'
import { fillTenders } from './lifecycle/tenders.ts'
import { hangPortraits, portraits, receiptPicture, showPortraits } from './pictures/portraits.ts'

export interface DemoOptions {
  /** Multiplies the campus of 60 laboratories, 600 devices, 200 people and 3,000 bookings. */
  size?: number
  /** Exact numbers instead of those that follow from `size`. */
  counts?: Partial<Counts>
  /** IANA name of the campus zone. */
  tz: string
  /** The moment around which the campus is made; the same moment gives the same campus. */
  now?: Date
  /** Storage for pictures and downloads; undefined: no files. */
  files?: FileStore
  /** Secrets to seal quotations; undefined: tenders that are not open yet have no quotations. */
  secrets?: Secrets
}

/** Minimum numbers: with fewer, a college would have no teachers or a laboratory no devices. */
const least: Counts = { labs: 12, devices: 24, users: 60, bookings: STORY_COUNT }

/** The large tables: filled without indexes, which are built afterwards. */
const growing = [
  'device',
  'opening_window',
  'price_plan',
  'qualification',
  'booking',
  'booking_sample',
  'violation',
  'settlement',
  'settlement_share',
  'settlement_item',
  'test_order',
  'approval_task',
  'flow_log',
  'ledger_entry',
]

function readCounts({ size = 1, counts = {} }: DemoOptions): Counts {
  const wanted = {
    labs: Math.round(60 * size),
    devices: Math.round(600 * size),
    users: Math.round(200 * size),
    bookings: Math.round(3000 * size),
    ...counts,
  }
  return Object.fromEntries(
    Object.entries(wanted).map(([name, n]) => [name, Math.max(n, least[name as keyof Counts])]),
  ) as unknown as Counts
}

/**
 * Fills an empty, migrated database with the demo campus in one transaction; throws, and leaves it empty, if
 * something fails. Figures and reports derived from it follow after the commit.
 */
export async function fillDemo(pool: Pool, options: DemoOptions): Promise<void> {
  const now = options.now ?? new Date()
  const frame: Frame = {
    counts: readCounts(options),
    now,
    zone: options.tz,
    today: findLocal(now, options.tz).day,
  }
  // COPY does not work on the pool's pipelined connections.
  const client = new pg.Client({ ...pool.options, pipeline: false } as pg.ClientConfig)
  client.on('error', () => {}) // the running statement fails with the same error
  await client.connect()
  try {
    await client.query('begin')
    await prepareLedger(client)
    await prepareBooks(client)
    const files = options.files ? createFiles(options.files) : null
    await withoutIndexes(client, growing, () =>
      fillCampus(client, frame, { files, secrets: options.secrets ?? null }),
    )
    await finishBooks(client, frame)
    await resumeKeys(client)
    await client.query(
      `insert into meta (key, value) values ('demo', jsonb_build_object('at', $1::timestamptz))`,
      [now],
    )
    await files?.written()
    await client.query('commit')
    await client.query(`vacuum analyze ${[...growing, 'user_account', 'device_token'].join(', ')}`)
    // Ranks and figures, as the nightly job would count them. Lists scan the index of the figures, which is
    // quick only if the visibility map is set; in operation autovacuum sets it, here an explicit vacuum.
    await catchUpInParts((work) => transaction(pool, (db) => work({ db, now, zone: frame.zone })))
    await transaction(pool, (db) =>
      postPast(db, { now, zone: frame.zone, months: CLOSED_MONTHS, userId: castId('finance') }),
    )
    await client.query(`vacuum analyze finance_campus_sum, finance_lab_sum, finance_payer_sum, finance_device_sum,
      finance_device_quarter, finance_device_year, finance_class_sum, finance_card_sum, finance_whole_sum`)
    await fillRatings(client, frame)
    await client.query('vacuum analyze use_rating')
    await fillBenefits(client, poolDb(pool), frame)
    await client.query('vacuum analyze finance_entry')
    await transaction(pool, (db) =>
      fillNational(db, { now, zone: frame.zone, userId: castId('equipoffice') }),
    )
    await client.query(`vacuum analyze use_record, use_current, use_month, use_lab_month, use_person_month, use_campus_month,
      use_lab_total, use_payer_total, use_user_total, use_home_total, use_month_user, use_month_device,
      use_device_month, use_device_quarter, use_device_year`)
    await countUse({ db: poolDb(pool), now, zone: frame.zone, months: 13 })
    await client.query('vacuum analyze device_use_year, lab_use_year, device_use_month')
    await fillMinistry(pool, { now, zone: frame.zone, userId: castId('equipoffice') })
    await client.query('vacuum analyze ministry_row, ministry_issue, ministry_version_row')
  } finally {
    await client.end()
  }
}

async function fillCampus(
  client: pg.Client,
  frame: Frame,
  { files, secrets }: { files: Files | null; secrets: Secrets | null },
): Promise<void> {
  const drawing = files && draw() // in parallel: image processing has its own threads
  const campus = new Copier(client)
  const places = fillPlaces(campus)
  // A person may be copied in an earlier batch than their supervisor.
  await client.query('set constraints user_account_supervisor_id_fkey deferred')
  const people = await fillPeople(campus, frame, places)
  await client.query('set constraints user_account_supervisor_id_fkey immediate')
  const labs = await fillLabs(campus, frame, places, people)
  fillRoles(campus, people, labs, await roleIds(client))
  const everyDevice = await fillDevices(campus, frame, labs)
  const devices = await fillOpenings(campus, frame, everyDevice, people)
  const closures = listClosures(frame)
  fillHolidays(campus, closures, devices, castId('equipoffice'))
  const cards = await fillCards(campus, frame, people)
  await fillUniversityLines(client)
  fillWords(campus, frame)
  fillOverviews(campus, frame, places.depts)
  fillLabPages(campus, frame, labs)
  await campus.flush()
  await fillPosts(client)
  await fillHeads(client)
  await fillFlow(client, { frame, people, devices, closures, cards, files })
  if (files && drawing) await hang(client, { frame, labs, devices: everyDevice, files, drawn: await drawing })
  await fillSuppliers(client, { frame, people, files })
  await fillPurchases(client, { frame, people, files })
  await fillTenders(client, { frame, people, secrets })
  await fillDeliveries(client, { frame, people })
  await fillArrivals(client, { frame, people, files })
  await fillLedger(client, castId('finance'))
  await fillMessages(client, frame.now)
  await fillFavorites(client, cast.length)
  await fillOperation(client, frame.now)
  await fillViews(client, frame.now)
  await fillRecords(client, frame.now)
  await fillUseEntries(client, frame, files)
  await fillForms(client, frame, files)
  await fillWorkflows(client, frame)
  await fillAssets(client, frame)
  await fillGates(client, frame.now, frame.zone)
}

const draw = async () => ({
  portraits: await portraits(),
  slides: await drawnSlides(),
  plan: await drawnPlan(),
})

async function hang(
  client: pg.Client,
  about: {
    frame: Frame
    labs: readonly Lab[]
    devices: readonly Device[]
    files: Files
    drawn: Awaited<ReturnType<typeof draw>>
  },
): Promise<void> {
  const { frame, labs, devices, drawn } = about
  const copier = new Copier(client)
  const files = about.files.into(copier)
  hangPortraits(devices, drawn.portraits, files, frame)
  await fillPublications(copier, frame, files, drawn.slides)
  fillLabFiles(copier, frame, labs, { files, pictures: drawn.slides })
  hangRoomPictures(frame, labs, drawn.portraits, files)
  fillCampusMaps(copier, frame, { files, plan: drawn.plan })
  await copier.flush()
  await showPortraits(client)
}

interface Campus {
  frame: Frame
  people: readonly User[]
  devices: readonly OpenDevice[]
  closures: readonly Closure[]
  cards: readonly Card[]
  files: Files | null
}

/** Bookings, test orders, settlements and their card movements, in the order of time. */
async function fillFlow(
  client: pg.Client,
  { frame, people, devices, closures, cards, files }: Campus,
): Promise<void> {
  const copier = new Copier(client)
  const proof = files ? proofs(files.into(copier), await receiptPicture(), frame) : () => null
  const wallet = makeWallet(cards)
  const journal = createJournal(copier, frame)
  const tellBooking = bookingTeller(copier, people)
  const queue = payingQueue(copier, journal, people, wallet, proof)
  const tellOrder = testOrderTeller(people[castId('finance') - 1]!) // ids start at 1
  fillStories({ frame, devices, people, cards, journal, tellBooking, tellOrder, queue })
  await fillDays({
    frame,
    copier,
    closures,
    lastId: STORY_COUNT,
    party: partyPicker(people, wallet),
    devices: devices.filter((d) => d.serialId !== castDevices.stories.serialId),
    tell: (facts, random) =>
      tellBooking(journal, facts, random, (used) => {
        const { order, testedAt } = tellOrder(journal, used, random)
        queue.add(order)
        return { completedAt: order.confirmedAt, testedAt }
      }),
    endOfDay: (day) => queue.settleDay(day),
  })
  queue.finish()
  await copier.flush()
}

/** Only the first settlements get a picture of their proof, because nobody opens so many in a demo. */
const MOST_PROOFS = 1000
const proofs =
  (files: ReturnType<Files['into']>, picture: Picture, { now }: Frame): Proof =>
  (settlementId) =>
    settlementId > MOST_PROOFS
      ? null
      : files.keepPicture(picture, {
          business: 'settlement',
          rowId: settlementId,
          visibility: 'private',
          ownerId: castId('finance'),
          name: '汇款回单.webp',
          createdAt: now,
        })

async function roleIds(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: number; code: string }>('select id, code from role')
  return new Map(rows.map((r) => [r.code, r.id]))
}

/** Rows were copied with explicit keys: sets the sequences behind them. */
async function resumeKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; start: string }>(
    `select table_name as "table", column_name as "column", identity_start as start
      from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column, start } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${column}) from ${table}), $3),
        exists (select from ${table}))`,
      [table, column, start],
    )
  }
}
