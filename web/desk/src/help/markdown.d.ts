/** A page of docs/desk as HTML, see web/desk/markdown.ts. */
declare module "*.md" {
  const html: string;
  export default html;
}
