import type { Env } from '../../kernel/env.ts'
import type { GateDevices, Hearing } from './gate-devices.ts'

/** The broker that the environment names; without one nothing listens and no code is loaded. */
export function chooseGateDevices(env: Env): GateDevices | undefined {
  const { MQTT_PORT: port, MQTT_HOST: host, MQTT_URL: url, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = env
  const secure = cert && key ? { cert, key } : undefined
  if (url) return whenStarted('named', async () => (await import('./external.ts')).externalBroker(url))
  // The demo campus has gateways inside the process, which need no listening port.
  if (port === undefined && !env.DEMO) return undefined
  return whenStarted(port !== undefined && secure ? 'pinned' : null, async () =>
    (await import('./embedded.ts')).embeddedBroker({ host, port: port ?? null, secure }),
  )
}

/** Loads the code of a broker when it starts. */
function whenStarted(
  certificates: GateDevices['certificates'],
  load: () => Promise<GateDevices>,
): GateDevices {
  let devices: GateDevices | undefined
  return {
    certificates,
    async start(hearing: Hearing) {
      devices = await load()
      await devices.start(hearing)
    },
    async send(gatewayId, kind, text) {
      await devices?.send(gatewayId, kind, text)
    },
    async sendForeign(gatewayId, topic, text) {
      await devices?.sendForeign(gatewayId, topic, text)
    },
    putOut: (gatewayId) => devices?.putOut(gatewayId),
    port: () => devices?.port() ?? null,
    attach: () => devices?.attach(),
    stop: async () => devices?.stop(),
  }
}
