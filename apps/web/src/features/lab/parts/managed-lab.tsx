import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { useManagedLab } from '../back.queries.ts'

interface Props {
  /** Title of the screen, before the lab's name. */
  title: string
  extra: (lab: LabDetail) => ReactNode
  children: (lab: LabDetail) => ReactNode
}

/** Loads the lab in the address for a back-office screen that edits it. */
export function ManagedLab(props: Props) {
  const [query] = useSearchParams()
  const key = query.get('id') ?? query.get('serialId')
  if (key) return <One key={key} id={key} {...props} />
  return (
    <section className="detail-page" aria-label={props.title}>
      <header className="page-head">
        <h1>{props.title}</h1>
      </header>
      <Card>
        <Empty text="请先选择实验室">
          <ButtonLink kind="primary" to={to('/maintain/laboratory')}>
            选择实验室
          </ButtonLink>
        </Empty>
      </Card>
    </section>
  )
}

function One({ id, title, extra, children }: Props & { id: string }) {
  const lab = useManagedLab({ query: { id } })
  return (
    <DetailPage
      name={title}
      list={{ to: to('/maintain/laboratory'), text: '返回列表' }}
      title={(l) => `${title}：${l.name}`}
      query={lab}
      extra={(l) => (
        <>
          {extra(l)}
          <ButtonLink to={to('/maintain/laboratory')} icon="left">
            返回列表
          </ButtonLink>
        </>
      )}
    >
      {children}
    </DetailPage>
  )
}
