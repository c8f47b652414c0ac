import { NoticePage } from '../parts/notice-page.tsx'

export default function DeniedPage() {
  return (
    <NoticePage
      code="401"
      title="抱歉，您没有访问该页面的权限"
      text="如果您认为应当可以访问，请联系实验室管理员或系统管理员开通权限。"
    />
  )
}
