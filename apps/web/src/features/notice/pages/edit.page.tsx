import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Empty } from '../../../ui/light.tsx'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ChangeNotice, CreateNotice } from '../parts/notice-form.tsx'
import { useManagedNotice } from '../notice.queries.ts'

/** A new notice, or with `id` in the address an existing one. */
export default function EditNoticePage() {
  const [search] = useSearchParams()
  const given = search.get('id')
  const id = Number(given)
  if (given === null) return <CreateNotice />
  if (!Number.isSafeInteger(id) || id <= 0) {
    return (
      <Empty text="公告不存在或已被删除">
        <ButtonLink to={to('/content/notice')}>返回公告列表</ButtonLink>
      </Empty>
    )
  }
  return <Change key={id} id={id} />
}

function Change({ id }: { id: number }) {
  return (
    <DetailPage
      title="编辑公告"
      list={{ to: to('/content/notice'), text: '返回公告列表' }}
      query={useManagedNotice({ query: { id } })}
    >
      {(notice) =>
        notice.can.includes('change') ? (
          <ChangeNotice notice={notice} />
        ) : (
          <Empty text="您可以查看公告列表，但没有修改公告的权限" />
        )
      }
    </DetailPage>
  )
}
