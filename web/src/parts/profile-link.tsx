/** The link in a profile. Only its host is shown, so that the text cannot pretend another target. */
export function ProfileLink({ link }: { readonly link: string }) {
  const url = URL.parse(link);
  if (url?.protocol !== 'https:') return null;
  return (
    <a href={url.href} rel="nofollow ugc noopener noreferrer" target="_blank">
      {url.hostname}
    </a>
  );
}
