import { NoticePage } from '../parts/notice-page.tsx'

export default function MissingPage() {
  return (
    <NoticePage code="404" title="抱歉，您访问的页面不存在" text="地址可能输错了，或者页面已经移动、删除。" />
  )
}
