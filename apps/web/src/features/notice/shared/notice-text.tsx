import { noticeKindWords, type NoticeDetail } from '@portal/contract/notice/notice'
import { formatMinute } from '../../../lib/format.ts'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Button } from '../../../ui/light.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'

/** A notice: head, text and attachments. */
export function NoticeText({
  notice: n,
  level: Heading,
  onPrint,
}: {
  notice: NoticeDetail
  level: 'h1' | 'h2'
  onPrint?: () => void
}) {
  return (
    <>
      <header>
        <Heading>{n.title}</Heading>
        <p className="muted">
          <span>{noticeKindWords[n.kind]}</span>
          {n.publisher && <span>{n.publisher}</span>}
          <time dateTime={n.publishedAt}>{formatMinute(n.publishedAt)}</time>
          <span>阅读 {n.views}</span>
          {onPrint && (
            <Button kind="text" size="small" icon="print" className="no-print" onClick={onPrint}>
              打印
            </Button>
          )}
        </p>
      </header>
      <RichView html={n.bodyHtml} />
      {n.attachments.length > 0 && (
        <section className="notice-files">
          <h2>附件</h2>
          <FileList files={n.attachments} />
        </section>
      )}
    </>
  )
}
