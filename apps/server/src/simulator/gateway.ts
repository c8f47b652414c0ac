import { connectAsync, type MqttClient } from 'mqtt'
import type net from 'node:net'
import {
  downTopics,
  sign,
  topicOf,
  verify,
  type GrantList,
  type UpTopic,
} from '../adapters/gate-device/wire.ts'
import {
  judgeEntry,
  listSwitchesOf,
  mayBeOn,
  OFF,
  stepSwitch,
  takesList,
  type Presented,
  type Switched,
  type Verdict,
} from './deciding.ts'

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
/** What is made of an event on its way; faults of a network on command. */
export type Faults = Partial<Record<'duplicate' | 'reorder', boolean>>

export interface Simulated {
  /** Somebody stands at a door and shows this. */
  show(unit: number, shown: Presented): Verdict
  list(): GrantList | null
  isOn(unit: number): boolean
  /** Events that the portal has not confirmed yet. */
  waiting(): number
  say(kind: UpTopic, what: object): Promise<void>
  sayState(): Promise<void>
  force(unit: number): void
  cut(): Promise<void>
  mend(): Promise<void>
  faults: Faults
  tick(): void
  stop(): Promise<void>
}

const BATCH = 50
const STATE_MS = 30_000

/** One gateway: it keeps its list and its events, whatever becomes of the line. */
export async function startGateway(
  url: string,
  c: Credentials,
  {
    clock = () => Math.floor(Date.now() / 1000),
    tickMs = 1000,
    load = () => 4.2,
  }: {
    clock?: () => number
    tickMs?: number
    /** What an instrument behind a switch draws, amperes. */
    load?: (unit: number) => number
  } = {},
): Promise<Simulated> {
  const key = Buffer.from(c.key, 'base64url')
  const topic = (kind: Parameters<typeof topicOf>[1]) => topicOf(c.gatewayId, kind)
  let list: GrantList | null = null
  let client: MqttClient | undefined
  let seq = Date.now() * 1000
  let eventSeq = 0
  let kept: Told[] = []
  const switches = new Map<number, Switched>()
  const executed = new Map<number, number>()
  const faults: Faults = {}
  const open = new Map<number, number>()
  let kwh = 100

  async function say(kind: UpTopic, what: object): Promise<void> {
    if (!client?.connected) return
    await client.publishAsync(topic(kind), sign(key, topic(kind), { at: clock(), ...what }), { qos: 1 })
  }
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
  const sayState = () => {
    const units: Record<string, object> = {}
    for (const u of list?.units ?? []) {
      if (u.kind === 'door') units[u.unit] = { open: (open.get(u.unit) ?? 0) > clock() }
      if (u.kind === 'air_switch') units[u.unit] = { on: isOn(u.unit) }
    }
    return say('state', { seq: ++seq, firmware: 'sim-1.0', signal: -55, grants: list?.seq ?? null, units })
  }
  const isOn = (unit: number) => switches.get(unit)?.on ?? false

  function sendEvents(): void {
    const events = kept.slice(0, BATCH)
    if (events.length === 0) return
    if (faults.reorder && events.length > 1) {
      quietly(say('event', { events: events.slice(1) }))
      quietly(say('event', { events: events.slice(0, 1) }))
    } else quietly(say('event', { events }))
    if (faults.duplicate) quietly(say('event', { events }))
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
    for (const u of listSwitchesOf(list, verdict.entry, now)) turnOn(u.unit, ref, user, 'entry')
    quietly(sayState())
    return verdict
  }

  function tick(): void {
    const now = clock()
    for (const rule of list?.units ?? []) {
      if (rule.kind === 'air_switch') {
        const { next, did } = stepSwitch(list, rule, switches.get(rule.unit) ?? OFF, now)
        switches.set(rule.unit, next)
        if (!did) continue
        tell({ unit: rule.unit, ...did })
        quietly(sayState())
      } else if (rule.kind === 'door') {
        const until = open.get(rule.unit)
        if (until === undefined || until > now) continue
        open.delete(rule.unit)
        tell({ unit: rule.unit, kind: 'closed' })
        quietly(sayState())
      }
    }
    for (const [id, until] of executed) if (until < now) executed.delete(id)
  }

  function execute(said: { command: number; unit: number; do: string; until: number }): void {
    const now = clock()
    if (said.until < now || executed.has(said.command)) return
    executed.set(said.command, said.until)
    const answer = (done: boolean, why?: string) =>
      quietly(say('ack', { seq: ++seq, command: said.command, done, why: why ?? null }))
    if (said.do === 'open') {
      open.set(said.unit, now + 5)
      tell({ unit: said.unit, kind: 'opened', way: 'remote', command: said.command })
    } else if (said.do === 'on') {
      if (!mayBeOn(list, said.unit, now)) return answer(false, 'no_grant')
      turnOn(said.unit, null, null, 'remote', said.command)
    } else if (isOn(said.unit)) {
      switches.set(said.unit, OFF)
      tell({ unit: said.unit, kind: 'switched_off', way: 'remote', command: said.command })
    }
    answer(true)
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
      const { through } = said as { through: number }
      const before = kept.length
      kept = kept.filter((e) => e.seq > through)
      if (kept.length > 0 && kept.length < before) sendEvents()
    } else if (heard === topic('command')) execute(said as Parameters<typeof execute>[0])
  }

  async function mend(): Promise<void> {
    if (client) return
    const mine = await connectAsync(url, {
      clientId: `gateway-${c.gatewayId}`,
      username: c.user,
      password: c.password,
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
  async function greet(mine: MqttClient): Promise<void> {
    await mine.subscribeAsync(downTopics.map(topic), { qos: 1 })
    await sayState()
    sendEvents()
  }
  async function cut(): Promise<void> {
    const mine = client
    client = undefined
    await mine?.endAsync(true)
  }

  await mend()
  const timers = [
    setInterval(tick, tickMs),
    setInterval(() => {
      quietly(sayState())
      sendEvents()
      const units: Record<string, object> = {}
      for (const u of list?.units ?? []) {
        if (u.kind === 'meter') units[u.unit] = { kwh: (kwh += 0.01), watts: 220 }
        if (u.kind === 'air_switch') units[u.unit] = { amps: isOn(u.unit) ? load(u.unit) : 0 }
        if (u.kind === 'climate') units[u.unit] = { celsius: 22.5, humidity: 45 }
      }
      if (Object.keys(units).length > 0) quietly(say('reading', { seq: ++seq, units }))
    }, STATE_MS),
  ]
  return {
    show,
    list: () => list,
    isOn,
    waiting: () => kept.length,
    say,
    sayState,
    force: (unit) => tell({ unit, kind: 'forced' }),
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
