import { Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import { labNewsCalls, type LabNewsDetail } from '@portal/contract/notice/lab-news'
import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { to } from '../../../lib/paths.ts'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { useNews, useSaveNews } from '../lab-page.queries.ts'
import { newsIdIn } from '../news-id.ts'
import { LabScreen } from '../parts/lab-screen.tsx'

/** Creates or changes a news item of a lab. */
export default function EditNewsPage() {
  const id = newsIdIn(useSearchParams()[0])
  return (
    <LabScreen title="编辑动态">
      {(lab) =>
        !lab.can.includes('intro') ? (
          <div className="card">
            <Empty text="您不能编辑该实验室的动态：由本实验室的主任或管理员发布">
              <ButtonLink to={to('/lab/trends', { serialId: lab.serialId })}>查看通知公告</ButtonLink>
            </Empty>
          </div>
        ) : id === null ? (
          <NewsForm lab={lab} news={null} />
        ) : (
          <Known lab={lab} id={id} />
        )
      }
    </LabScreen>
  )
}

function Known({ lab, id }: { lab: LabDetail; id: number }) {
  const { data, error, refetch } = useNews({ params: { id } }, { staleTime: 0 })
  if (data?.lab.id === lab.id) return <NewsForm key={data.id} lab={lab} news={data} />
  return (
    <div className="card">
      {data || error?.status === 404 ? (
        <Empty text="该动态不存在或已被删除">
          <ButtonLink to={to('/lab/editDynamic', { serialId: lab.serialId })}>新写一条</ButtonLink>
        </Empty>
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} height={28} />
      )}
    </div>
  )
}

interface Values {
  title?: string
  kind?: NoticeKind
  bodyHtml?: string
  pinned?: boolean
  publishAt?: string | null
  state?: 'draft' | 'published'
}
const stateWords = { published: '发布', draft: '存为草稿' } as const

function NewsForm({ lab, news }: { lab: LabDetail; news: LabNewsDetail | null }) {
  const navigate = useNavigate()
  // The version that the form started from, because the news is reloaded while the form is open.
  const [seenAt] = useState(news?.updatedAt)
  const form = useSubmit<typeof labNewsCalls.save, Values>(useSaveNews(), {
    initial: news
      ? {
          title: news.title,
          kind: news.kind,
          bodyHtml: news.bodyHtml,
          pinned: news.pinned,
          publishAt: news.publishAt,
          state: news.state === 'published' ? 'published' : 'draft',
        }
      : { kind: 'news', pinned: false, state: 'published', bodyHtml: '' },
    args: ({ title = '', bodyHtml = '', ...more }) => ({
      body: { ...more, title, bodyHtml, labId: lab.id, ...(news && { id: news.id, seenAt }) },
    }),
    done: '动态已保存',
    after: ({ id }, { state }) =>
      void navigate(
        state === 'draft'
          ? to('/lab/manage', { serialId: lab.serialId, tab: 'news' })
          : to('/lab/notice-detail', { serialId: lab.serialId, id }),
      ),
    ...(!news && { draft: `lab-news ${lab.serialId}` }),
  })
  return (
    <FormPage
      form={form}
      submit="保存动态"
      columns={2}
      extra={<Button onClick={() => void navigate(-1)}>返回</Button>}
    >
      <Field name="title" label="标题" wide>
        <Input maxLength={120} showCount />
      </Field>
      <Field name="kind" label="类型">
        <Select options={Object.entries(noticeKindWords).map(([value, label]) => ({ value, label }))} />
      </Field>
      <Field name="state" label="保存为" hint="草稿只有本实验室的主任和管理员可以看到">
        <Select options={Object.entries(stateWords).map(([value, label]) => ({ value, label }))} />
      </Field>
      <Field name="publishAt" label="发布时间" hint="不填则立即发布；填将来的时间则到时公开">
        <InstantInput />
      </Field>
      <Field name="pinned" label="置顶" valuePropName="checked">
        <Checkbox>排在其他公告之前</Checkbox>
      </Field>
      <Field name="bodyHtml" label="正文" wide>
        <RichText label="正文" rows={14} />
      </Field>
    </FormPage>
  )
}
