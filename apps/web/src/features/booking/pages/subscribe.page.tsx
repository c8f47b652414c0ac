import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Skeleton } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { definePart } from '../../../ui/part.tsx'
import { DeviceFinder } from '../parts/device-finder.tsx'
import { FreeFinder } from '../parts/free-finder.tsx'
import { LabFinder } from '../parts/lab-finder.tsx'
import '../parts/finder.css'

const tabs = [
  { key: 'device', title: '按仪器' },
  { key: 'time', title: '按时间' },
  { key: 'lab', title: '按实验室' },
  { key: 'compare', title: '对比仪器' },
] as const
/** Loaded later with the component library, because few users compare. */
const CompareFinder = definePart(async () => ({
  default: (await import('../parts/compare-finder.tsx')).CompareFinder,
}))
const finders = { device: DeviceFinder, time: FreeFinder, lab: LabFinder, compare: CompareFinder }

/** Start of a booking: by instrument, by time, or by lab. */
export default function SubscribePage() {
  const [search] = useSearchParams()
  const by = tabs.find((t) => t.key === search.get('by'))?.key ?? 'device'
  const Finder = finders[by]
  return (
    <section className="list-page">
      <header className="page-head">
        <h1>仪器预约</h1>
      </header>
      <LinkTabs label="查找方式" name="by" tabs={tabs} value={by} />
      <Suspense fallback={<Skeleton />}>
        <Finder />
      </Suspense>
    </section>
  )
}
