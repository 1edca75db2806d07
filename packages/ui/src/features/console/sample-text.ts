/** What the console holds at the first visit: three requests that work on an empty service. */
export function sampleText(comment: string): string {
  return `# ${comment}
GET /_cluster/health

POST /books/_doc?refresh=true
{
  "title": "Longitude",
  "author": "Dava Sobel",
  "year": 1995
}

GET /books/_search
{
  "query": {
    "match": {
      "title": "longitude"
    }
  }
}
`;
}
