import { expect, it } from 'vitest'
import { allCalls } from './calls.ts'
import type { Call } from './kernel/call.ts'

// Every list of the back office and the offices can be exported as a file. This test fails for a new list
// until it has an export, or a reason against one that a reader from outside accepts.

/** Lists whose export is a call other than `export` of their domain. */
const exportedBy: Record<string, string> = {
  'booking.backfill': 'booking.exportBackfill',
  'iot.gateways': 'iot.exportGateways',
  'iot.units': 'iot.exportUnits',
  'door-access.events': 'door-access.exportEvents',
  'door-access.grants': 'door-access.exportGrants',
  'door-access.cards': 'door-access.exportCards',
  'people.roles': 'people.exportRoles',
  'people.permissions': 'people.exportPermissions',
  'people.postPage': 'people.exportPosts',
  'people.userPosts': 'people.exportUserPosts',
  'people.campusList': 'people.export',
  'building.rooms': 'building.exportRooms',
  'device.manageList': 'device.export',
  'lab.managed': 'lab.export',
  'notice.manage': 'notice.exportManaged',
  'download.resources': 'download.exportResources',
  'mail.outbox': 'mail.exportOutbox',
  'monitor.exceptions': 'monitor.exportExceptions',
  'tender.results': 'tender.exportResults',
  'asset.plans': 'asset.exportPlans',
  'asset.records': 'asset.exportRecords',
  'asset.repairOrders': 'asset.exportRepairOrders',
  'asset.scraps': 'asset.exportScraps',
  'asset.transfers': 'asset.exportTransfers',
  'asset.stocktakes': 'asset.exportStocktakes',
  'asset.scans': 'asset.exportDifferences',
  'device-record.myResults': 'device-record.exportMyResults',
  'device-record.results': 'device-record.exportResults',
  'statistics.table': 'statistics.exportTable',
  'statistics.uses': 'statistics.exportUses',
  'statistics.pivotUses': 'statistics.exportPivotUses',
  'price-plan.demonstrated': 'price-plan.exportDemonstrated',
  'finance-report.table': 'finance-report.exportTable',
  'finance-report.entries': 'finance-report.exportEntries',
  'finance-report.cards': 'finance-report.exportCards',
  'finance-report.cardEntries': 'finance-report.exportCardEntries',
  'finance-report.outstanding': 'finance-report.exportOutstanding',
  'finance-report.unpaid': 'finance-report.exportUnpaid',
  'finance-report.distribution': 'finance-report.exportDistribution',
  'finance-report.received': 'finance-report.exportReceived',
  'ministry-report.rows': 'ministry-report.exportRows',
  'ministry-report.issues': 'ministry-report.exportIssues',
  'ministry-report.differences': 'ministry-report.exportDifferences',
  'form.answers': 'form.exportAnswers',
  'finding.findings': 'finding.exportFindings',
  'workflow.instances': 'workflow.exportInstances',
  'benefit.ranking': 'benefit.exportRanking',
  'benefit.groups': 'benefit.exportGroups',
  'national-report.devices': 'national-report.exportDevices',
  'national-report.rows': 'national-report.exportRows',
  'national-report.issues': 'national-report.exportIssues',
  'national-report.batches': 'national-report.exportBatches',
  'national-report.answers': 'national-report.exportAnswers',
  'settlement.search': 'settlement.export',
  'settlement.awaitingMe': 'settlement.export',
  'test-order.settleList': 'test-order.export',
  'test-order.measureList': 'test-order.export',
  'test-order.mine': 'test-order.export',
}

/** Reasons why a list needs no export. */
const PORTAL = 'the public portal, to be read'
const CHOICE = 'to choose from in a form'
const OWN = 'one’s own few, on one’s own pages: what waits for one, what one did'
const ABOUT_ONE = 'about one thing, on its own page'
const unexported: Record<string, string> = {
  'mapping.mappings': 'a few descriptions of how devices speak, each read and copied by itself',
  'test-order.awaitingMe': OWN,
  'test-order.auditedByMe': OWN,
  'approval.wait': OWN,
  'message.page': OWN,
  'fund-card.mine': OWN,
  'qualification.mine': OWN,
  'form.list': OWN,
  'workflow.list': OWN,
  'form.mine': OWN,
  'device.my': OWN,
  'device.myDeviceList': OWN,
  'device.personal': OWN,
  'device.favoritePage': OWN,
  'device.list': PORTAL,
  'device.query': PORTAL,
  'device.shared': PORTAL,
  'device.shareList': PORTAL,
  'device.rank': PORTAL,
  'device.ofLab': PORTAL,
  'campus-map.devices': PORTAL,
  'lab.list': PORTAL,
  'lab.search': PORTAL,
  'lab.devices': PORTAL,
  'notice.list': PORTAL,
  'lab-news.list': PORTAL,
  'resource.list': PORTAL,
  'download.helpResources': PORTAL,
  'people.directory': PORTAL,
  'form.open': CHOICE,
  'people.find': CHOICE,
  'people.findTeachers': CHOICE,
  'settlement.waitPay': CHOICE,
  'bulk.rows': ABOUT_ONE,
  'monitor.runs': ABOUT_ONE,
  'dept.contacts': ABOUT_ONE,
  'fund-card.users': ABOUT_ONE,
  'device-record.achievements': ABOUT_ONE,
  'device-record.repairs': ABOUT_ONE,
  'device-record.teachings': ABOUT_ONE,
  'price-plan.justifications': ABOUT_ONE,
  'resource.ofDevice': ABOUT_ONE,
}

const byName = new Map(allCalls.map(({ domain, name, call }) => [`${domain}.${name}`, call]))
const findShape = (schema: unknown) => Object.keys((schema as { shape?: object }).shape ?? {})
const isPaged = ({ reply }: Call) => findShape(reply).includes('items') && findShape(reply).includes('total')
const lists = [...byName].filter(([, call]) => isPaged(call))
const findFile = (name: string) => byName.get(exportedBy[name] ?? `${name.split('.')[0]}.export`)

it('every list has its file, or a reason not to', () => {
  expect(lists.length).toBeGreaterThan(60)
  expect(lists.map(([name]) => name).filter((name) => !(name in unexported) && !findFile(name)?.raw)).toEqual(
    [],
  )
  expect(
    Object.keys({ ...unexported, ...exportedBy }).filter((name) => !lists.some(([known]) => known === name)),
    'said of a list that is no more',
  ).toEqual([])
  expect(Object.keys(unexported).filter((name) => name in exportedBy)).toEqual([])
})

/** Query fields that are not filters: paging and order, and scopes that the list takes from its address. */
const CUT = new Set(['page', 'size', 'order_by', 'after', 'before', 'awaitingMe', 'scope'])
it('a file knows the filters of its list, and is for the same people', () => {
  const pairs = lists
    .filter(([name]) => !(name in unexported))
    .flatMap(([name, list]) => {
      const file = findFile(name)
      return file ? [{ name, list, file }] : []
    })
  const lost = pairs.flatMap(({ name, list, file }) => {
    const known = [...findShape(file.query), ...findShape(file.params)]
    return findShape(list.query)
      .filter((filter) => !CUT.has(filter) && !known.includes(filter))
      .map((filter) => `${name} ${filter}`)
  })
  expect(lost).toEqual([])
  const wider = pairs.filter(
    ({ list, file }) => list.access !== 'public' && list.access !== 'signed-in' && file.access === 'public',
  )
  expect(wider.map(({ name }) => name)).toEqual([])
})
