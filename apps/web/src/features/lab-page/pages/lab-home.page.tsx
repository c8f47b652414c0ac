import { Link } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Gallery } from '../../../ui/gallery.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { DevicePicture } from '../../device/shared/device-picture.tsx'
import { FavoriteButton } from '../../device/shared/favorite-button.tsx'
import { useImages, useLabDevices, useNewsList } from '../lab-page.queries.ts'
import { BookLinks } from '../parts/book-links.tsx'
import { Figures } from '../parts/figures.tsx'
import { LabScreen } from '../parts/lab-screen.tsx'

const SOME_NEWS = 6
const SOME_DEVICES = 8

/** Pictures, numbers, news and open instruments of one lab. */
export default function LabHomePage() {
  return (
    <LabScreen
      title={(lab) => lab.name}
      extra={(lab) => <FavoriteButton kind="lab" targetId={lab.id} favoriteId={lab.favoriteId} />}
    >
      {(lab) => (
        <div className="lab-home">
          <Figures labKey={lab.serialId} labId={lab.id} />
          <div className="lab-home-pair">
            <div>
              <Pictures lab={lab} />
              <Card
                title="实验室简介"
                extra={<Link to={to('/lab/describtion', { serialId: lab.serialId })}>详细介绍</Link>}
              >
                <p className="lab-intro">{lab.intro ?? '暂无简介'}</p>
              </Card>
            </div>
            <div>
              <ShortNews lab={lab} />
              <Card
                title="联系方式"
                extra={<Link to={to('/lab/contact', { serialId: lab.serialId })}>更多</Link>}
              >
                <Facts
                  items={[
                    { label: '主任', value: lab.directors.map((p) => p.name).join('、') },
                    { label: '电话', value: lab.phone && <a href={`tel:${lab.phone}`}>{lab.phone}</a> },
                    { label: '邮箱', value: lab.email && <a href={`mailto:${lab.email}`}>{lab.email}</a> },
                    {
                      label: '地点',
                      value: lab.room && (
                        <Link
                          to={to('/lab/chamberInfo', { serialId: lab.serialId })}
                        >{`${lab.room.building} ${lab.room.name}`}</Link>
                      ),
                    },
                  ]}
                />
              </Card>
            </div>
          </div>
          <OpenDevices lab={lab} />
        </div>
      )}
    </LabScreen>
  )
}

function Pictures({ lab }: { lab: LabDetail }) {
  const { data } = useImages({ query: { id: lab.serialId } }, { staleTime: 60_000 })
  if (!data?.length) return null
  return (
    <div className="card">
      <Gallery images={data} name={lab.name} shape="wide" />
    </div>
  )
}

function ShortNews({ lab }: { lab: LabDetail }) {
  const { data, error, refetch } = useNewsList({
    labId: lab.serialId,
    state: 'published',
    page: 0,
    size: SOME_NEWS,
  })
  return (
    <Card title="通知公告" extra={<Link to={to('/lab/trends', { serialId: lab.serialId })}>全部公告</Link>}>
      {!data ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} height={20} />
        )
      ) : data.items.length === 0 ? (
        <Empty text="还没有公告" />
      ) : (
        <ul className="lab-short-news">
          {data.items.map((n) => (
            <li key={n.id}>
              <Link to={to('/lab/notice-detail', { serialId: lab.serialId, id: n.id })}>{n.title}</Link>
              <time dateTime={n.publishAt ?? n.updatedAt}>{formatDay(n.publishAt ?? n.updatedAt)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function OpenDevices({ lab }: { lab: LabDetail }) {
  const { data, error, refetch } = useLabDevices({
    labId: lab.serialId,
    page: 0,
    size: SOME_DEVICES,
    order_by: 'use desc',
  })
  return (
    <Card title="开放仪器" extra={<Link to={to('/lab/opens', { serialId: lab.serialId })}>全部仪器</Link>}>
      {!data ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} height={90} />
        )
      ) : data.items.length === 0 ? (
        <Empty text="还没有开放共享的仪器">
          <ButtonLink to="/osp/share-platform">浏览全校仪器</ButtonLink>
        </Empty>
      ) : (
        <ul className="lab-device-cards">
          {data.items.map((d) => (
            <li key={d.id}>
              <Link to={to('/lab/deviceDetail', { serialId: lab.serialId, id: d.id })}>
                <DevicePicture url={d.imageUrl} size="card" />
                <strong>{d.name}</strong>
              </Link>
              <small className="muted">{d.model ?? '型号未登记'}</small>
              <footer>
                <BookLinks device={d} />
              </footer>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
