import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import type { LabDetail, LabEdit } from '@portal/contract/lab/lab'
import { Empty } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { BaseForm } from '../../lab/shared/base-form.tsx'
import { Members } from '../../lab/shared/members.tsx'
import { LabPictures } from '../../lab/shared/pictures.tsx'
import { LabReviewers } from '../../lab/shared/reviewers.tsx'
import { LabScreen } from '../parts/lab-screen.tsx'
import { ManageDevices } from '../parts/manage-devices.tsx'
import { ManageFiles } from '../parts/manage-files.tsx'
import { ManageIntro } from '../parts/manage-intro.tsx'
import { ManageNews } from '../parts/manage-news.tsx'
import { ManageRooms } from '../parts/manage-rooms.tsx'

interface Tab {
  key: string
  title: string
  /**
   * The part that the user must be able to edit to see the tab; pictures, news and downloads need the
   * introduction's right.
   */
  edit: LabEdit
  Panel: ComponentType<{ lab: LabDetail }>
}
const tabs: readonly Tab[] = [
  { key: 'base', title: '基本资料', edit: 'base', Panel: ({ lab }) => <BaseForm key={lab.id} lab={lab} /> },
  { key: 'intro', title: '简介', edit: 'intro', Panel: ManageIntro },
  { key: 'device', title: '仪器', edit: 'device', Panel: ManageDevices },
  { key: 'room', title: '房间', edit: 'room', Panel: ManageRooms },
  { key: 'admin', title: '管理员', edit: 'admin', Panel: ({ lab }) => <Members labId={lab.id} mayEdit /> },
  {
    key: 'audit',
    title: '审核员',
    edit: 'audit',
    Panel: ({ lab }) => <LabReviewers labId={lab.id} mayEdit />,
  },
  {
    key: 'picture',
    title: '图片',
    edit: 'intro',
    Panel: ({ lab }) => <LabPictures labId={lab.id} mayEdit />,
  },
  { key: 'news', title: '动态', edit: 'intro', Panel: ManageNews },
  { key: 'files', title: '下载资料', edit: 'intro', Panel: ManageFiles },
]

/** Management of a lab, one tab per part; tabs that the user may not edit are hidden. */
export default function ManagePage() {
  const wanted = useSearchParams()[0].get('tab')
  return (
    <LabScreen title="实验室管理">
      {(lab) => {
        const open = tabs.filter((t) => lab.can.includes(t.edit))
        const tab = open.find((t) => t.key === wanted) ?? open[0]
        if (!tab) {
          return (
            <div className="card">
              <Empty text="您不能修改该实验室的内容" />
            </div>
          )
        }
        return (
          <div className="lab-manage">
            <LinkTabs label="管理内容" name="tab" tabs={open} value={tab.key} keep={['serialId', 'labId']} />
            <tab.Panel lab={lab} />
          </div>
        )
      }}
    </LabScreen>
  )
}
