/** The link that somebody set for themselves. Its host is all of its text, so that it cannot claim to lead elsewhere. */
export function ProfileLink({ link }: { readonly link: string }) {
  const url = URL.parse(link);
  if (url?.protocol !== 'https:') return null;
  return (
    <a href={url.href} rel="nofollow ugc noopener noreferrer" target="_blank">
      {url.hostname}
    </a>
  );
}
