import { useSearchParams } from 'react-router'
import type { OpeningDetail } from '@portal/contract/opening/opening'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Skeleton } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { DeviceForms } from '../../form/shared/device-forms.tsx'
import { DeviceQualifications } from '../../qualification/shared/device-qualifications.tsx'
import { useOpening } from '../opening.queries.ts'
import { openingTag } from '../opening.words.ts'
import { BookingChecklist } from '../shared/checklist.tsx'
import { Exceptions } from './exceptions.tsx'
import { Prices } from './prices.tsx'
import { Reviewers } from './reviewers.tsx'
import { SettingsFacts } from './settings-facts.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Windows } from './windows.tsx'

const tabs = [
  { key: 'settings', title: '开放设置' },
  { key: 'windows', title: '开放时段' },
  { key: 'exceptions', title: '例外日期' },
  { key: 'prices', title: '收费标准' },
  { key: 'reviewers', title: '设备审核员' },
  { key: 'qualifications', title: '上机资格' },
  { key: 'forms', title: '附加表单' },
]

const needs: Partial<Record<string, OpeningDetail['can'][number]>> = {
  qualifications: 'qualify',
  forms: 'edit',
}
const listTabs = (o: OpeningDetail) =>
  tabs.filter(({ key }) => {
    const need = needs[key]
    return !need || o.can.includes(need)
  })

/** All opening settings of one device: hours, rules, prices, reviewers. */
export function DeviceOpening({ deviceId }: { deviceId: number }) {
  const [search] = useSearchParams()
  const makeView = (o: OpeningDetail) =>
    listTabs(o).find((t) => t.key === search.get('view'))?.key ?? 'settings'
  const query = useOpening({ params: { deviceId } }, { staleTime: 0 })
  return (
    <DetailPage
      query={query}
      name="开放设置"
      list={{ to: to('/open-sharing/open-set'), text: '返回列表' }}
      title={(o) => (
        <>
          {o.device.name} <StateTag {...openingTag(o.readiness)} />
        </>
      )}
      extra={() => <ButtonLink to={to('/open-sharing/open-set')}>返回列表</ButtonLink>}
    >
      {(o) => (
        <>
          <BookingChecklist opening={o} />
          <LinkTabs label="设置项" name="view" tabs={listTabs(o)} value={makeView(o)} keep={['deviceId']} />
          <View view={makeView(o)} opening={o} isFresh={query.isFetchedAfterMount} />
        </>
      )}
    </DetailPage>
  )
}

function View({ view, opening: o, isFresh }: { view: string; opening: OpeningDetail; isFresh: boolean }) {
  const mayEdit = o.can.includes('edit')
  if (view === 'windows') return <Windows opening={o} mayEdit={mayEdit} />
  if (view === 'exceptions') return <Exceptions opening={o} mayEdit={mayEdit} />
  if (view === 'prices') return <Prices deviceId={o.device.id} />
  if (view === 'reviewers') return <Reviewers device={o.device} mayEdit={o.can.includes('reviewers')} />
  if (view === 'qualifications')
    return (
      <DeviceQualifications deviceId={o.device.id} required={o.settings?.qualificationRequired ?? false} />
    )
  if (view === 'forms') return <DeviceForms deviceId={o.device.id} />
  if (!mayEdit) return <SettingsFacts settings={o.settings} />
  // The form keeps what it began with, so it waits for what others have saved since the last visit.
  return isFresh ? <SettingsForm opening={o} /> : <Skeleton rows={8} height={28} />
}
