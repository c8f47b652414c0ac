import { connectAsync } from 'mqtt'

// A simulated plug of another maker. It sends and obeys the messages of such plugs (`tele/1/SENSOR`,
// `stat/1/POWER`, `cmnd/1/POWER`). It has no signatures, no sequence numbers and no grants.

export interface Plug {
  isOn(): boolean
  /** Sends its readings now; it also sends them every 10 seconds. */
  tell(): Promise<void>
  press(on: boolean): Promise<void>
  stop(): Promise<void>
}

const TELL_MS = 10_000

export async function startPlug(
  url: string,
  account: { user: string; password: string; prefix: string },
  { unit = 1, watts = 880 } = {},
): Promise<Plug> {
  const client = await connectAsync(url, {
    clientId: `plug-${account.user}`,
    username: account.user,
    password: account.password,
    reconnectPeriod: 1000,
  })
  client.on('error', () => undefined)
  let on = false
  let total = 1200
  const say = (topic: string, said: string) =>
    client.publishAsync(account.prefix + topic, said, { qos: 1 }).then(() => undefined)
  async function tell(): Promise<void> {
    const power = on ? watts : 0
    total += (power * TELL_MS) / 3.6e9
    const energy = {
      Total: Math.round(total * 1000) / 1000,
      Power: power,
      Current: power / 220,
      Voltage: 220,
    }
    await say(`tele/${unit}/SENSOR`, JSON.stringify({ Time: new Date().toISOString(), ENERGY: energy }))
    await say('tele/STATE', JSON.stringify({ Version: '13.4.0', Wifi: { RSSI: 82, Signal: -58 } }))
  }
  async function press(next: boolean): Promise<void> {
    on = next
    await say(`stat/${unit}/POWER`, on ? 'ON' : 'OFF')
  }
  client.on('message', (topic, payload) => {
    if (topic !== `${account.prefix}cmnd/${unit}/POWER`) return
    void press(payload.toString() === 'ON')
      .then(tell)
      .catch(() => undefined)
  })
  await client.subscribeAsync(`${account.prefix}cmnd/#`, { qos: 1 })
  await press(false)
  await tell()
  const timer = setInterval(() => void tell().catch(() => undefined), TELL_MS)
  return {
    isOn: () => on,
    tell,
    press,
    async stop() {
      clearInterval(timer)
      await client.endAsync(true)
    },
  }
}
