import { postTo, relayLine, type Line, type Post } from './relay-line.ts'
import { connectAsync, MqttClient, type IClientOptions } from 'mqtt'
import type net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import {
  downTopics,
  markCard,
  sign,
  makeTopic,
  verify,
  type Entry,
  type GrantList,
  type UpTopic,
} from '../adapters/gate-device/wire.ts'
import {
  judgeEntry,
  listSwitches,
  mayBeOn,
  OFF,
  stepSwitch,
  switchOff,
  takesList,
  type Presented,
  type Switched,
  type Verdict,
} from '../adapters/gate-device/deciding.ts'

export interface Credentials {
  gatewayId: number
  user: string
  password: string
  key: string
}
interface Told {
  seq: number
  at: number
  unit: number | null
  kind: string
  way?: string
  ref?: string | null
  user?: number | null
  command?: number
  note?: string
}
interface Read {
  seq: number
  at: number
  units: Record<string, object>
}
/** Faults to simulate, in the network and in the gateway. */
export type Faults = Partial<Record<'duplicate' | 'reorder' | 'lie', boolean>> & {
  /** The delay of every message in milliseconds. */
  lagMs?: number
  /** How far its clock is ahead. */
  driftSeconds?: number
}

export interface Simulated {
  /** A person shows a card or code at a door. */
  show(unit: number, shown: Presented): Verdict
  list(): GrantList | null
  /** Whether an entry of the list is for the holder of this card. */
  isCardOf(entry: Entry, card: string): boolean
  isOn(unit: number): boolean
  /** The number of events that the portal has not confirmed yet. */
  waiting(): number
  /** The number of all events so far. */
  told(): number
  say(kind: UpTopic, what: object): Promise<void>
  sayState(): Promise<void>
  /** Sends the current readings of its meters and switches, or `units` instead. */
  sayReadings(units?: Record<string, object>): Promise<void>
  /** The number of unconfirmed readings, and the sequence numbers last confirmed and last taken. */
  readings(): { waiting: number; through: number; said: number }
  /** A person forces a door open; it stays open until it is shut. */
  force(unit: number): void
  shut(unit: number): void
  cut(): Promise<void>
  mend(): Promise<void>
  faults: Faults
  tick(): void
  stop(): Promise<void>
}

const BATCH = 50
/** The size of its memory; older readings are dropped. */
const MOST_READINGS = 20_000
const STATE_MS = 30_000

/** The connection of a gateway that uses HTTP only: by an address, or by a function that posts. */
export interface ByContacts {
  http: string | Post
  /** How often it polls for messages. */
  everyMs?: number
}
/** Connects over the network, or over a stream within the process. */
async function connect(to: string | (() => Duplex), options: IClientOptions): Promise<MqttClient> {
  if (typeof to === 'string') return connectAsync(to, options)
  const client = new MqttClient(to, options)
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('error', reject)
  })
}

/** Starts one gateway. It keeps its list and its events while the connection is down. */
export async function startGateway(
  to: string | (() => Duplex) | ByContacts,
  c: Credentials,
  {
    clock: trueClock = () => Math.floor(Date.now() / 1000),
    tickMs = 1000,
    load = () => 4.2,
    kwh = 100,
    stateMs = STATE_MS,
    reads = true,
    tls,
  }: {
    clock?: () => number
    tickMs?: number
    /** The current of an instrument behind a switch, in amperes. */
    load?: (unit: number) => number
    /** The initial value of its energy counter. */
    kwh?: number
    /** How often it sends its state, reads its meters, and repeats what was not confirmed. */
    stateMs?: number
    /** Whether it reads its meters at that interval by itself. */
    reads?: boolean
    /** The certificate to use instead of a password; `ca`: the authority of the broker's certificate. */
    tls?: { cert: string | Buffer; key: string | Buffer; ca?: string | Buffer } | undefined
  } = {},
): Promise<Simulated> {
  const key = Buffer.from(c.key, 'base64url')
  const topic = (kind: Parameters<typeof makeTopic>[1]) => makeTopic(c.gatewayId, kind)
  let list: GrantList | null = null
  let client: Line | undefined
  let seq = Date.now() * 1000
  let eventSeq = 0
  /** The last event that the portal confirmed; after a restore of its database it confirms an earlier one. */
  let eventThrough = 0
  let kept: Told[] = []
  let readSeq = 0
  let readings: Read[] = []
  /** The sequence numbers of the last sent and the last confirmed reading. */
  let readSaid = 0
  let readThrough = 0
  const switches = new Map<number, Switched>()
  const executed = new Map<number, { until: number; done: boolean; why: string | null }>()
  const faults: Faults = {}
  const clock = () => trueClock() + (faults.driftSeconds ?? 0)
  const open = new Map<number, number>()
  let counted = kwh

  async function say(kind: UpTopic, what: object): Promise<void> {
    const text = sign(key, topic(kind), { at: clock(), ...what })
    if (faults.lagMs) await sleep(faults.lagMs)
    if (client?.connected) await client.publishAsync(topic(kind), text, { qos: 1 })
  }
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
  const sayState = () => {
    const units: Record<string, object> = {}
    for (const u of list?.units ?? []) {
      // A lying gateway reports the opposite of the true state.
      const lies = faults.lie === true
      if (u.kind === 'door') units[u.unit] = { open: (open.get(u.unit) ?? 0) > clock() !== lies }
      if (u.kind === 'air_switch') units[u.unit] = { on: isOn(u.unit) !== lies }
    }
    return say('state', { seq: ++seq, firmware: 'sim-1.0', signal: -55, grants: list?.seq ?? null, units })
  }
  const isOn = (unit: number) => switches.get(unit)?.on ?? false

  /** Sends events from the first unconfirmed one on; `after` as for readings. */
  function sendEvents(): void {
    const [first, ...others] = kept.slice(0, BATCH)
    if (!first) return
    const word = { after: eventThrough, events: [first, ...others] }
    if (faults.reorder && others.length > 0) {
      quietly(say('event', { after: first.seq, events: others }))
      quietly(say('event', { after: eventThrough, events: [first] }))
    } else quietly(say('event', word))
    if (faults.duplicate) quietly(say('event', word))
  }
  /** Sends readings from the first unconfirmed one on; `after` is the last one that the portal confirmed. */
  function sendReadings(): Promise<void> {
    const some = readings.slice(0, BATCH)
    const last = some.at(-1)
    if (!last) return Promise.resolve()
    readSaid = Math.max(readSaid, last.seq)
    return say('reading', { after: readThrough, readings: some })
  }
  function confirmReadings(through: number): void {
    const isFurther = through > readThrough
    readThrough = through
    readings = readings.filter((r) => r.seq > through)
    const first = readings[0]
    // The portal lacks earlier readings, or there are more than fit into one message.
    if (first && (!isFurther || first.seq > readSaid || readings.length > BATCH)) quietly(sendReadings())
  }
  function tell(e: Omit<Told, 'seq' | 'at'>): void {
    kept.push({ seq: ++eventSeq, at: clock(), ...e })
    sendEvents()
  }

  function turnOn(
    unit: number,
    ref: string | null,
    user: number | null,
    way: string,
    command?: number,
  ): void {
    if (isOn(unit)) return
    switches.set(unit, { ...OFF, on: true, ref })
    tell({ unit, kind: 'switched_on', way, ref, user, ...(command !== undefined && { command }) })
  }
  function show(unit: number, shown: Presented): Verdict {
    const now = clock()
    const verdict = judgeEntry(list, { key, gatewayId: c.gatewayId, unit, now }, shown)
    const way = 'qr' in shown ? 'qr' : 'card'
    if (!verdict.open || !list) {
      tell({ unit, kind: 'denied', way, ...(!verdict.open && { note: verdict.why }) })
      return verdict
    }
    const { ref, user } = verdict.entry
    open.set(unit, now + 5)
    tell({ unit, kind: 'opened', way, ref, user })
    for (const e of listSwitches(list, verdict.entry, now)) turnOn(e.unit, e.ref, e.user, 'entry')
    quietly(sayState())
    return verdict
  }

  function tick(): void {
    const now = clock()
    for (const rule of list?.units ?? []) {
      if (rule.kind === 'air_switch') {
        const { next, did } = stepSwitch(list, rule, switches.get(rule.unit) ?? OFF, now)
        switches.set(rule.unit, next)
        for (const deed of did) tell({ unit: rule.unit, ...deed })
        if (did.length > 0) quietly(sayState())
      } else if (rule.kind === 'door') {
        const until = open.get(rule.unit)
        if (until === undefined || until > now) continue
        open.delete(rule.unit)
        tell({ unit: rule.unit, kind: 'closed' })
        quietly(sayState())
      }
    }
    for (const [id, { until }] of executed) if (until < now) executed.delete(id)
  }

  function execute(said: { command: number; unit: number; do: string; until: number }): void {
    const now = clock()
    if (said.until < now) return
    const answer = (done: boolean, why: string | null = null) => {
      executed.set(said.command, { until: said.until, done, why })
      quietly(say('ack', { seq: ++seq, command: said.command, done, why }))
    }
    // A repeated command: the answer did not arrive, so it is sent again.
    const before = executed.get(said.command)
    if (before) return answer(before.done, before.why)
    if (said.do === 'on' && !mayBeOn(list, said.unit, now)) return answer(false, 'no_grant')
    // A caller waits for the answer, so it is sent before the event.
    answer(true)
    if (said.do === 'open') {
      open.set(said.unit, now + 5)
      tell({ unit: said.unit, kind: 'opened', way: 'remote', command: said.command })
    } else if (said.do === 'on') turnOn(said.unit, null, null, 'remote', said.command)
    else {
      const was = isOn(said.unit)
      switches.set(said.unit, switchOff(list, said.unit, now))
      if (was) tell({ unit: said.unit, kind: 'switched_off', way: 'remote', command: said.command })
    }
    quietly(sayState())
  }

  function hear(heard: string, payload: Buffer): void {
    const said = verify(key, heard, payload.toString())
    if (!said) return
    if (heard === topic('grants')) {
      const offered = said as GrantList
      if (!takesList(list, offered)) return
      list = offered
      tick()
      quietly(sayState())
    } else if (heard === topic('received')) {
      const { through, readings: read } = said as { through?: number; readings?: number }
      if (read !== undefined) confirmReadings(read)
      if (through === undefined) return
      const before = kept.length
      const isBack = through < eventThrough
      eventThrough = through
      kept = kept.filter((e) => e.seq > through)
      if (kept.length > 0 && (kept.length < before || isBack)) sendEvents()
    } else if (heard === topic('command')) execute(said as Parameters<typeof execute>[0])
  }

  async function mend(): Promise<void> {
    if (client) return
    if (typeof to === 'object') {
      const post = typeof to.http === 'string' ? postTo(to.http) : to.http
      const mine = await relayLine(post, { gatewayId: c.gatewayId, key, clock, everyMs: to.everyMs ?? 5000 })
      client = mine
      mine.on('message', hear)
      return greet(mine)
    }
    const mine = await connect(to, {
      clientId: `gateway-${c.gatewayId}`,
      ...(tls ?? { username: c.user, password: c.password }),
      clean: true,
      reconnectPeriod: 1000,
      protocolVersion: 4,
    })
    client = mine
    const quick = () => (mine.stream as unknown as Partial<net.Socket>).setNoDelay?.(true)
    quick()
    mine.on('error', () => undefined)
    mine.on('message', hear)
    mine.on('connect', () => {
      quick()
      quietly(greet(mine))
    })
    await greet(mine)
  }
  /** The meter counts the load behind the switches plus a constant load. */
  function readUnits(): Record<string, object> {
    const rules = list?.units ?? []
    const drawn = rules.filter((u) => u.kind === 'air_switch' && isOn(u.unit)).map((u) => load(u.unit))
    const watts = Math.round((drawn.reduce((sum, a) => sum + a, 0) * 220 + 12) * 10) / 10
    counted += (watts * STATE_MS) / 3.6e9
    const units: Record<string, object> = {}
    for (const u of rules) {
      if (u.kind === 'meter') units[u.unit] = { kwh: Math.round(counted * 1000) / 1000, watts }
      if (u.kind === 'air_switch') units[u.unit] = { amps: isOn(u.unit) ? load(u.unit) : 0 }
      if (u.kind === 'climate')
        units[u.unit] = { celsius: Math.round(220 + 8 * Math.sin(clock() / 7000)) / 10, humidity: 45 }
    }
    return units
  }
  /** Keeps a reading until it is confirmed. It is sent at once if all earlier readings have been sent. */
  async function sayReadings(units = readUnits()): Promise<void> {
    if (Object.keys(units).length === 0) return
    const read = { seq: ++readSeq, at: clock(), units }
    readings.push(read)
    if (readings.length > MOST_READINGS) readings.shift()
    if (readSaid !== read.seq - 1) return sendReadings()
    if (!client?.connected) return
    readSaid = read.seq
    await say('reading', { after: read.seq - 1, readings: [read] })
  }
  async function greet(mine: Line): Promise<void> {
    await mine.subscribeAsync(downTopics.map(topic), { qos: 1 })
    await sayState()
    sendEvents()
    await sendReadings()
  }
  async function cut(): Promise<void> {
    const mine = client
    client = undefined
    await mine?.endAsync(true)
  }

  await mend()
  const report = () => {
    quietly(sayState())
    sendEvents()
    if (readings.length > 0) quietly(sendReadings())
    if (reads) quietly(sayReadings())
  }
  const timers = [
    setInterval(tick, tickMs),
    // A random start: gateways that reconnected together would otherwise always send at the same time.
    setTimeout(() => {
      report()
      timers.push(setInterval(report, stateMs))
    }, Math.random() * stateMs),
  ]
  return {
    show,
    list: () => list,
    isCardOf: (entry, card) => entry.cards?.includes(markCard(key, card)) ?? false,
    isOn,
    waiting: () => kept.length,
    told: () => eventSeq,
    say,
    sayState,
    sayReadings,
    readings: () => ({ waiting: readings.length, through: readThrough, said: readSeq }),
    force(unit) {
      open.set(unit, Number.POSITIVE_INFINITY)
      tell({ unit, kind: 'forced' })
      quietly(sayState())
    },
    shut(unit) {
      open.set(unit, clock())
      tick()
    },
    cut,
    mend,
    faults,
    tick,
    async stop() {
      timers.forEach(clearInterval)
      await cut()
    },
  }
}
