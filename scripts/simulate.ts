// Simulated gateways for a running portal: npm run simulate -- --url http://127.0.0.1:3000
// --code ABCDE-… [--code …] [--mqtt mqtt://127.0.0.1:1883] [--keep FILE]. Each code is exchanged once for
// credentials, which are kept in FILE, so that the same gateways start again without codes. On the terminal:
// `help`.
// `--cert FILE --cert-key FILE [--ca FILE]`: the gateways use a certificate instead of a password, over TLS.
// `--http`: they use HTTP only, directly to the portal.
// `--plug USER:PASSWORD` simulates a plug of another maker instead (decision 101), `--meter USER:PASSWORD` a
// meter on a bus behind a DTU (decision 114).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startPlug } from '../apps/server/src/simulator/foreign.ts'
import { startGateway, type Credentials, type Simulated } from '../apps/server/src/simulator/gateway.ts'
import { startBusMeter, writeRelay } from '../apps/server/src/simulator/registers.ts'

const USAGE = `npm run simulate -- [--url 平台地址] --code 注册码 [--code …] [--mqtt 地址] [--keep 文件]
  --cert 文件 --cert-key 文件 [--ca 文件]   出示证书接入
  --http                                    只用 HTTP 接入
  --plug 账号:密码 | --meter 账号:密码      其他厂家的插座、电表`

/** Ends with the message only: a user who mistypes an option needs no stack trace. */
function giveUp(e: unknown): never {
  console.error((e as Error).message)
  process.exit(2)
}
function readOptions() {
  try {
    return parseArgs({
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:3000' },
        mqtt: { type: 'string' },
        code: { type: 'string', multiple: true, default: [] },
        plug: { type: 'string' },
        cert: { type: 'string' },
        'cert-key': { type: 'string' },
        ca: { type: 'string' },
        http: { type: 'boolean', default: false },
        meter: { type: 'string' },
        keep: { type: 'string', default: 'data/simulated-gateways.json' },
      },
    }).values
  } catch {
    return giveUp(new Error(USAGE))
  }
}
const values = readOptions()

if (values.plug) {
  // A plug of another maker, with the account that the portal showed to the office.
  const [user = '', password = ''] = values.plug.split(':')
  const url = values.mqtt ?? `mqtt://${new URL(values.url).hostname}:1883`
  const plug = await startPlug(url, { user, password, prefix: `v/${user}/` })
  console.log(`插座已连接 ${url}，前缀 v/${user}/；输入 on、off 按动开关，quit 结束`)
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'quit') break
    if (line.trim() === 'on' || line.trim() === 'off') await plug.press(line.trim() === 'on')
  }
  await plug.stop()
  process.exit(0)
}

if (values.meter) {
  const [user = '', password = ''] = values.meter.split(':')
  const url = values.mqtt ?? `mqtt://${new URL(values.url).hostname}:1883`
  const meter = await startBusMeter(url, { user, password, prefix: `v/${user}/` })
  console.log(
    `电表已连接 ${url}，前缀 v/${user}/；通电指令 ${writeRelay(1, true)}，断电指令 ${writeRelay(1, false)}`,
  )
  console.log('输入 tell 立即上报，garble 上报一条校验不正确的报文，quit 结束')
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'quit') break
    if (line.trim() === 'tell') await meter.tell()
    if (line.trim() === 'garble') await meter.garble()
  }
  await meter.stop()
  process.exit(0)
}

type Kept = Credentials & { mqttPort: number | null }
const kept: Kept[] = existsSync(values.keep) ? (JSON.parse(readFileSync(values.keep, 'utf8')) as Kept[]) : []

async function enrol(code: string): Promise<Kept> {
  const response = await fetch(`${values.url}/api/v2/iot/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, hardware: 'SIMULATED', firmware: 'sim-1.0' }),
  }).catch(() => {
    throw new Error(`平台没有应答：${values.url}`)
  })
  const answer = (await response.json()) as { data?: Kept; message?: string }
  if (!response.ok || !answer.data) throw new Error(`注册失败：${answer.message ?? response.status}`)
  return answer.data
}

// A code works only once, so the folder for its credentials must exist first.
mkdirSync(dirname(values.keep), { recursive: true })
for (const code of values.code) {
  const mine = await enrol(code).catch(giveUp)
  const before = kept.findIndex((k) => k.gatewayId === mine.gatewayId)
  if (before >= 0) kept.splice(before, 1)
  kept.push(mine)
  writeFileSync(values.keep, JSON.stringify(kept, null, 2), { mode: 0o600 })
}
if (kept.length === 0) {
  console.error('没有网关：请先在“物联设备”中新增网关，再用 --code 注册码 启动。')
  process.exit(2)
}

const { cert, ca, 'cert-key': certKey } = values
const tls =
  cert && certKey
    ? { cert: readFileSync(cert), key: readFileSync(certKey), ...(ca && { ca: readFileSync(ca) }) }
    : undefined
const gateways = new Map<number, Simulated>()
for (const k of kept) {
  const scheme = tls ? 'mqtts' : 'mqtt'
  const url = values.mqtt ?? `${scheme}://${new URL(values.url).hostname}:${k.mqttPort ?? 1883}`
  const to = values.http ? { http: values.url } : url
  gateways.set(k.gatewayId, await startGateway(to, k, { tls }))
  console.log(`网关 ${k.gatewayId} 已连接 ${values.http ? values.url : url}`)
}

const HELP = `show 网关 端口 内容   出示二维码（PG1. 开头）或卡号
force|shut 网关 端口  强行开门、关上
cut|mend 网关         断开、恢复网络
duplicate|reorder 网关 on|off   重复、乱序发送记录
lag 网关 毫秒         每条消息晚发
drift 网关 秒         时钟走快（负数：走慢）
lie 网关 on|off       谎报门和开关的状态
state                 各网关的名单、开关和未确认记录
quit                  结束`

async function obey(line: string): Promise<void> {
  const [word = '', id = '', third = '', fourth = ''] = line.trim().split(/\s+/)
  if (word === '') return
  if (word === 'help') return console.log(HELP)
  if (word === 'state') {
    for (const [n, g] of gateways) {
      const on = (g.list()?.units ?? []).filter((u) => g.isOn(u.unit)).map((u) => u.unit)
      const { seq = 0, entries = [] } = g.list() ?? {}
      console.log(
        `网关 ${n}：名单 ${seq}，授权 ${entries.length} 条，通电 [${on.join(' ')}]，未确认 ${g.waiting()}`,
      )
    }
    return
  }
  const gateway = gateways.get(Number(id))
  if (!gateway) return console.log(`没有网关 ${id}；输入 help 查看命令`)
  if (word === 'show') {
    const verdict = gateway.show(Number(third), fourth.startsWith('PG1.') ? { qr: fourth } : { card: fourth })
    console.log(verdict.open ? `开门：${verdict.entry.ref}` : `拒绝：${verdict.why}`)
  } else if (word === 'force') gateway.force(Number(third))
  else if (word === 'shut') gateway.shut(Number(third))
  else if (word === 'cut') await gateway.cut()
  else if (word === 'mend') await gateway.mend()
  else if (word === 'duplicate' || word === 'reorder' || word === 'lie') gateway.faults[word] = third === 'on'
  else if (word === 'lag') gateway.faults.lagMs = Math.max(0, Number(third) || 0)
  else if (word === 'drift') gateway.faults.driftSeconds = Number(third) || 0
  else console.log(HELP)
}
async function stop(): Promise<never> {
  for (const gateway of gateways.values()) await gateway.stop()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
const lines = createInterface({ input: process.stdin })
for await (const line of lines) {
  if (line.trim() === 'quit') await stop()
  await obey(line).catch((e: unknown) => console.error((e as Error).message))
}
// Without a terminal it runs until it is stopped.
