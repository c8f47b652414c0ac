import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { findingCalls } from '@portal/contract/iot/finding'
import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { iotCalls } from '@portal/contract/iot/iot'
import { mappingCalls } from '@portal/contract/iot/mapping'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as access from './access.handler.ts'
import * as batch from './batch.handler.ts'
import * as certificate from './certificate.handler.ts'
import * as event from './event.handler.ts'
import * as finding from './finding.handler.ts'
import * as gateway from './gateway.handler.ts'
import * as mapping from './mapping.handler.ts'
import * as measured from './measured.handler.ts'
import * as reading from './reading.handler.ts'
import * as monitor from './monitor.handler.ts'
import * as pass from './pass.handler.ts'
import * as relay from './relay.handler.ts'
import * as unit from './unit.handler.ts'

export const iotRoutes: Routes = (on) => {
  on(iotCalls.gateways, gateway.list)
  on(iotCalls.exportGateways, gateway.exportList)
  on(iotCalls.gateway, gateway.get)
  on(iotCalls.createGateway, gateway.create)
  on(iotCalls.editGateway, gateway.edit, { keeps: 'iot_gateway' })
  on(iotCalls.renewCode, gateway.renew)
  on(iotCalls.renewCodes, batch.renewCodes)
  on(iotCalls.retireGateway, gateway.retire)
  on(iotCalls.bindCertificate, certificate.bind)
  on(iotCalls.revokeCertificate, certificate.revoke)
  on(iotCalls.retireGateways, batch.retireGateways)
  on(iotCalls.restoreGateways, batch.restoreGateways)
  on(iotCalls.enrol, gateway.enrol)
  on(iotCalls.relay, relay.contact)
  on(mappingCalls.mappings, mapping.list)
  on(mappingCalls.mapping, mapping.get)
  on(mappingCalls.createMapping, mapping.create)
  on(mappingCalls.reviseMapping, mapping.revise)
  on(mappingCalls.tryMapping, mapping.tryOut)
  on(mappingCalls.gatewayAccount, mapping.account)
  on(iotCalls.units, unit.list)
  on(iotCalls.exportUnits, unit.exportList)
  on(iotCalls.unit, unit.get)
  on(iotCalls.curve, reading.showCurve)
  on(iotCalls.createUnit, unit.create)
  on(iotCalls.editUnit, unit.edit, { keeps: 'iot_sub_device' })
  on(iotCalls.replaceUnit, unit.replace)
  on(iotCalls.retireUnit, unit.retire)
  on(iotCalls.tieUnits, batch.tieUnits)
  on(iotCalls.retireUnits, batch.retireUnits)
  on(iotCalls.restoreUnits, batch.restoreUnits)
  on(doorAccessCalls.entitled, access.listEntitled)
  on(doorAccessCalls.command, access.command)
  on(doorAccessCalls.commandState, access.findCommand)
  on(doorAccessCalls.events, event.list)
  on(doorAccessCalls.acknowledge, event.acknowledge)
  on(doorAccessCalls.exportEvents, event.exportList)
  on(doorAccessCalls.grants, access.listGrants)
  on(doorAccessCalls.exportGrants, access.exportGrants)
  on(doorAccessCalls.grant, access.grant)
  on(doorAccessCalls.withdraw, access.withdraw)
  on(doorAccessCalls.cards, access.listCards)
  on(doorAccessCalls.exportCards, access.exportCards)
  on(doorAccessCalls.bindCard, access.bindCard)
  on(doorAccessCalls.unbindCard, access.unbindCard)
  on(findingCalls.findings, finding.list)
  on(findingCalls.exportFindings, finding.exportList)
  on(findingCalls.decide, finding.decide)
  on(doorAccessCalls.measured, measured.showMeasured)
  on(doorAccessCalls.pass, pass.showPass)
  on(gateMonitorCalls.monitor, monitor.monitor)
  on(gateMonitorCalls.log, monitor.log)
  on(gateMonitorCalls.exportLog, monitor.exportLog)
  // Doors report all the time, so their reports do not invalidate
  // the cached reply; it lives for a few seconds only.
  on(gateMonitorCalls.wall, monitor.wall, {
    tables: ['gate_wall_setting'],
    calls: listWrites(gateMonitorCalls),
  })
  on(gateMonitorCalls.wallSetting, monitor.wallSetting)
  on(gateMonitorCalls.changeWall, monitor.changeWall)
}
