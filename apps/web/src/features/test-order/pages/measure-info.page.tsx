import { useSearchParams } from 'react-router'
import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { FillForm, ResultFiles } from '../parts/fill-form.tsx'
import { TestOrderSummary } from '../shared/test-order-summary.tsx'
import { useRemoveResultFile, useTestOrder } from '../test-order.queries.ts'
import { testOrderTag } from '../test-order.words.ts'

/** Filling in a test order: what was booked above, what was done below. */
export default function MeasureInfoPage() {
  const [search] = useSearchParams()
  const query = useTestOrder({ query: { id: search.get('id') ?? undefined, bookingId: search.get('bookingId') ?? undefined } }, { staleTime: 0 })
  return (
    <DetailPage
      query={query}
      title={(t) => (
        <>
          填写测试单 {t.number} <StateTag {...testOrderTag(t.state)} />
        </>
      )}
      extra={(t) => <ButtonLink to={to('/account/orderDetail', { id: t.id })}>查看测试单</ButtonLink>}
    >
      {(t) => (
        <>
          <ProgressStrip steps={stepsOf(t.progress)} />
          <Card title="预约信息">
            <TestOrderSummary order={t} />
          </Card>
          {t.can.includes('fill') ? (
            <>
              <Files order={t} />
              <FillForm key={t.id} order={t} />
            </>
          ) : (
            <Card>
              <Empty text="这张测试单现在不能填写：可能已提交，或由其他审核员负责">
                <ButtonLink to={to('/account/orderDetail', { id: t.id })}>查看测试单</ButtonLink>
              </Empty>
            </Card>
          )}
        </>
      )}
    </DetailPage>
  )
}

function Files({ order: t }: { order: TestOrderDetail }) {
  const remove = useRemoveResultFile()
  return (
    <Card title="结果文件">
      {t.files.length > 0 && <FileList files={t.files} label="结果文件" />}
      {t.files.map((f) => (
        <ConfirmButton
          key={f.id}
          size="small"
          title={`删除 ${f.name}？`}
          text="文件将被删除，不能恢复。"
          ok="删除文件"
          onConfirm={() => remove.run({ params: { id: t.id, fileId: f.id } }).then(() => say('success', '文件已删除'))}
        >
          删除 {f.name}
        </ConfirmButton>
      ))}
      <ResultFiles orderId={t.id} />
    </Card>
  )
}
