import { expect, it } from 'vitest'

// Every list page has an export; exceptions are listed here with their reason.

const PORTAL = 'the public portal, to be read and chosen from'
const OWN = 'one’s own few'
const ABOUT_ONE = 'about one thing, inside its page'
const BY_ITSELF = 'each is taken along by itself, as what it is'
const unexported: Record<string, string> = {
  'iot/parts/mapping-list.tsx': BY_ITSELF,
  'booking/pages/my-bookings.page.tsx': OWN,
  'device/pages/my-devices.page.tsx': OWN,
  'fund-card/pages/finance.page.tsx': OWN,
  'form/pages/open-forms.page.tsx': OWN,
  'form/design/form-list.tsx': BY_ITSELF,
  'workflow/list/workflow-list.tsx': BY_ITSELF,
  'tender/parts/tender-lists.tsx': OWN,
  'qualification/shared/my-qualifications.tsx': OWN,
  'delivery/shared/supplier-deliveries.tsx': OWN,
  'supplier/pages/notice.page.tsx': PORTAL,
  'booking/parts/device-finder.tsx': PORTAL,
  'lab/pages/contacts.page.tsx': PORTAL,
  'lab/pages/laboratory.page.tsx': PORTAL,
  'lab-page/pages/opens.page.tsx': PORTAL,
  'people/pages/persons.page.tsx': PORTAL,
  'price-plan/pages/fill.page.tsx': PORTAL,
  'price-plan/pages/proof.page.tsx': PORTAL,
  'asset/parts/scans.tsx': ABOUT_ONE,
  'booking/shared/device-bookings.tsx': ABOUT_ONE,
  'device-record/parts/record-list.tsx': ABOUT_ONE,
  'device/parts/device-resources.tsx': ABOUT_ONE,
  'lab-page/parts/manage-devices.tsx': ABOUT_ONE,
  'lab-page/parts/manage-files.tsx': ABOUT_ONE,
  'lab-page/parts/manage-news.tsx': ABOUT_ONE,
  'lab-page/parts/manage-rooms.tsx': ABOUT_ONE,
  'monitor/parts/job-history.tsx': ABOUT_ONE,
}
const sources = import.meta.glob<string>('../../features/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const withList = Object.entries(sources)
  .filter(([path, text]) => text.includes('<ListPage') && !path.endsWith('.test.tsx'))
  .map(([path, text]) => ({
    name: path.replace('../../features/', ''),
    lists: text.split('<ListPage').length - 1,
    exports: text.split(/\bonExport[=:]/).length - 1,
  }))

it('each list page exports, or says why not', () => {
  expect(withList.length).toBeGreaterThan(40)
  expect(
    withList
      .filter(({ name, lists, exports }) => exports < lists && !(name in unexported))
      .map(({ name }) => name),
  ).toEqual([])
  expect(
    Object.keys(unexported).filter((name) => !withList.some((l) => l.name === name && l.exports < l.lists)),
    'no longer so',
  ).toEqual([])
})

it('an export with a filter of its own says as well how far it has come', () => {
  // The only parameter that is spread is the query: what comes with it is not handed on.
  const dropping = /onExport=\{\((\w+)\) =>\s*\w+\(\{ \.\.\.\1\b/
  expect(Object.keys(sources).filter((path) => dropping.test(sources[path] ?? ''))).toEqual([])
})
