import { PageError } from '../../../ui/page-error.tsx'
import { Carousel } from '../parts/carousel.tsx'
import { DeviceCards } from '../parts/device-cards.tsx'
import { Downloads } from '../parts/downloads.tsx'
import { Figures } from '../parts/figures.tsx'
import { Flow } from '../parts/flow.tsx'
import { HomeSearch } from '../parts/home-search.tsx'
import { Labs } from '../parts/labs.tsx'
import { Notices } from '../parts/notices.tsx'
import { RankBoard } from '../parts/rank-board.tsx'
import { ShortCuts } from '../parts/short-cuts.tsx'
import { useHome } from '../home.queries.ts'
import './home.css'

/** The home page. Every block reserves its space while it loads, so that nothing jumps. */
export default function HomePage() {
  const { data, error, refetch } = useHome()
  return (
    <div className="home" data-full>
      <h1 className="sr-only">首页</h1>
      <div className="home-top">
        <Carousel slides={data?.carousel} />
        <HomeSearch popular={data?.ranks.items} />
      </div>
      <div className="front-width home-body">
        <Figures figures={data?.figures} />
        <ShortCuts />
        {error && !data ? (
          <div className="card">
            <PageError error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <>
            <div className="home-pair">
              <Notices notices={data?.notices} />
              <RankBoard ranks={data?.ranks} />
            </div>
            <DeviceCards devices={data?.devices} />
            <div className="home-pair home-halves">
              <Labs labs={data?.labs} />
              <Downloads downloads={data?.downloads} />
            </div>
          </>
        )}
        <Flow />
      </div>
    </div>
  )
}
