import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { useQuery } from '@tanstack/react-query'
import { approvalCalls } from '@portal/contract/approval/approval'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { findingCalls } from '@portal/contract/iot/finding'
import { iotCalls } from '@portal/contract/iot/iot'
import { mappingCalls } from '@portal/contract/iot/mapping'
import type { Reply } from '@portal/contract/kernel/call'
import { violationCalls } from '@portal/contract/violation/violation'
import {
  defineList,
  defineRead,
  defineSave,
  defineTake,
  defineWrite,
  makeQuery,
  renew,
} from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { makeFound } from '../../ui/form/found.ts'

/** Calls to reload after news from gateways. */
export const gateNews = [
  iotCalls.gateways,
  iotCalls.gateway,
  iotCalls.units,
  iotCalls.unit,
  doorAccessCalls.events,
  doorAccessCalls.entitled,
]
const gateways = [iotCalls.gateways, iotCalls.gateway]
export const useGateways = defineList(iotCalls.gateways)
export const saveGateways = defineSave(iotCalls.exportGateways, '物联网关.xlsx')
export const useGateway = defineRead(iotCalls.gateway)
export const useCreateGateway = defineWrite(iotCalls.createGateway, gateways)
export const useBindCertificate = defineWrite(iotCalls.bindCertificate, gateways)
export const revokeCertificate = defineTake(iotCalls.revokeCertificate, gateways)
export const useEditGateway = defineWrite(iotCalls.editGateway, gateways)
export const renewCode = defineTake(iotCalls.renewCode, gateways)
export const renewCodes = defineTake(iotCalls.renewCodes, gateways)
export const retireGateway = defineTake(iotCalls.retireGateway, gateways)
export const retireGateways = defineTake(iotCalls.retireGateways, gateways)
export const restoreGateways = defineTake(iotCalls.restoreGateways, gateways)

const mappings = [mappingCalls.mappings, mappingCalls.mapping]
export const useMappings = defineList(mappingCalls.mappings)
export const useMapping = defineRead(mappingCalls.mapping)
export const useCreateMapping = defineWrite(mappingCalls.createMapping, mappings)
export const useReviseMapping = defineWrite(mappingCalls.reviseMapping, mappings)
export const tryMapping = defineTake(mappingCalls.tryMapping, [])
export const gatewayAccount = defineTake(mappingCalls.gatewayAccount, gateways)
export function useMappingOptions() {
  const { data } = useQuery(makeQuery(mappingCalls.mappings, { query: { page: 0, size: 100 } }))
  return (data?.items ?? []).map((m) => ({ value: m.id, label: m.name }))
}

const units = [iotCalls.units, iotCalls.unit, ...gateways, doorAccessCalls.entitled]
/** After an import of gateways or sub-devices. */
export const renewUnits = () => renew(units)
export const useUnits = defineList(iotCalls.units)
export const saveUnits = defineSave(iotCalls.exportUnits, '网关子设备.xlsx')
export const useUnit = defineRead(iotCalls.unit)
export const useCurve = defineRead(iotCalls.curve)
export const useCreateUnit = defineWrite(iotCalls.createUnit, units)
export const useEditUnit = defineWrite(iotCalls.editUnit, units)
export const replaceUnit = defineTake(iotCalls.replaceUnit, units)
export const useTieUnits = defineWrite(iotCalls.tieUnits, units)
export const retireUnits = defineTake(iotCalls.retireUnits, units)
export const restoreUnits = defineTake(iotCalls.restoreUnits, units)
export const retireUnit = defineTake(iotCalls.retireUnit, units)

export const useEntitled = defineRead(doorAccessCalls.entitled)
/** Interval of polling for a gateway's answer, in ms. */
const ASK_MS = 1000
/** Polls until the result of a command is known or its time is over. */
export async function awaitCommand(id: number): Promise<Reply<typeof doorAccessCalls.commandState>> {
  for (;;) {
    const state = await send(doorAccessCalls.commandState, { params: { id }, quiet: true })
    if (state.done !== null || state.over) return state
    await new Promise((then) => setTimeout(then, ASK_MS))
  }
}
export const useEvents = defineList(doorAccessCalls.events)
export const acknowledgeAlarm = defineTake(doorAccessCalls.acknowledge, [
  doorAccessCalls.events,
  gateMonitorCalls.monitor,
  gateMonitorCalls.log,
])
export const saveEvents = defineSave(doorAccessCalls.exportEvents, '门禁与供电记录.xlsx')

const grants = [doorAccessCalls.grants, doorAccessCalls.entitled]
export const useGrants = defineList(doorAccessCalls.grants)
export const saveGrants = defineSave(doorAccessCalls.exportGrants, '门禁授权.xlsx')
export const useAddGrant = defineWrite(doorAccessCalls.grant, grants)
/** Switching off also withdraws the grants that kept the switch on, so grants are reloaded too. */
export const orderCommand = defineTake(doorAccessCalls.command, [doorAccessCalls.events, ...grants])
export const withdrawGrant = defineTake(doorAccessCalls.withdraw, grants)

export const useCards = defineList(doorAccessCalls.cards)
export const saveCards = defineSave(doorAccessCalls.exportCards, '门禁卡.xlsx')
export const useBindCard = defineWrite(doorAccessCalls.bindCard, [doorAccessCalls.cards])
export const unbindCard = defineTake(doorAccessCalls.unbindCard, [doorAccessCalls.cards])

const findings = [findingCalls.findings, approvalCalls.tasks, approvalCalls.wait, violationCalls.list]
export const useFindings = defineList(findingCalls.findings)
export const saveFindings = defineSave(findingCalls.exportFindings, '用机核查.xlsx')
export const useDecideFinding = defineWrite(findingCalls.decide, findings)
export const useMeasured = defineRead(doorAccessCalls.measured)
/** A QR code is valid for half a minute; the next one is fetched before that. */
export const usePass = (id: number, enabled: boolean) =>
  useQuery({
    ...makeQuery(doorAccessCalls.pass, { params: { id } }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.until ? 15_000 : 60_000),
  })

/** Gateways for the form of a sub-device. */
export function useGatewayOptions(keyword: string) {
  const query = useQuery(makeQuery(iotCalls.gateways, { query: { page: 0, size: 50, keyword } }))
  return makeFound(query, ({ items }) =>
    items.filter((g) => g.state !== 'retired').map((g) => ({ value: g.id, label: g.name })),
  )
}
/** Doors for a person's grant, switches for an override. */
function useOptions(kind: 'door' | 'air_switch', keyword: string) {
  const query = useQuery(makeQuery(iotCalls.units, { query: { page: 0, size: 50, kind, keyword } }))
  return makeFound(query, ({ items }) =>
    items.map((u) => ({ value: u.id, label: `${u.name}（${u.gateway.name}）` })),
  )
}
export const useDoorOptions = (keyword: string) => useOptions('door', keyword)
export const useSwitchOptions = (keyword: string) => useOptions('air_switch', keyword)
