import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { LabDetail, LabEdit } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ManagedLab } from '../parts/managed-lab.tsx'
import { BaseForm } from '../shared/base-form.tsx'
import { LabPictures } from '../shared/pictures.tsx'
import { RoomsForm } from '../shared/rooms.tsx'

interface Tab {
  key: string
  title: string
  edit: LabEdit
  draw: (lab: LabDetail) => ReactNode
}
const tabs: readonly Tab[] = [
  { key: 'base', title: '基本资料', edit: 'base', draw: (lab) => <BaseForm lab={lab} /> },
  { key: 'rooms', title: '房间', edit: 'room', draw: (lab) => <RoomsForm lab={lab} /> },
  { key: 'pictures', title: '图片', edit: 'intro', draw: (lab) => <LabPictures labId={lab.id} mayEdit /> },
]

/** All data of a lab, for the back office. */
export default function BackLabPage() {
  const [query] = useSearchParams()
  return (
    <ManagedLab
      title="实验室资料"
      extra={(l) => (
        <>
          <ButtonLink to={to('/maintain/lab/manages', { id: l.id })} icon="user">
            管理员
          </ButtonLink>
          {l.can.includes('intro') && (
            <ButtonLink to={to('/lab/manage', { serialId: l.serialId, tab: 'intro' })} icon="file">
              编辑简介
            </ButtonLink>
          )}
        </>
      )}
    >
      {(lab) => {
        const open = tabs.filter((t) => lab.can.includes(t.edit))
        const tab = open.find((t) => t.key === query.get('tab')) ?? open[0]
        if (!tab)
          return (
            <Card>
              <Empty text="您不能修改该实验室的资料" />
            </Card>
          )
        return (
          <>
            <LinkTabs label="实验室资料" name="tab" tabs={open} value={tab.key} keep={['id', 'serialId']} />
            {tab.draw(lab)}
          </>
        )
      }}
    </ManagedLab>
  )
}
