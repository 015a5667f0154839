# How to place an order.
curl -X POST 'https://api.shop.example/v1/orders?dry=true' \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"sku": "tea", "quantity": 2}'
curl https://api.shop.example/v1/orders/$ORDER_ID -u ada:secret
curl -s -o out.json --json '{"name":"Ada\u0027s"}' https://api.shop.example/v1/customers
curl -F file=@photo.png -F caption=Tea https://api.shop.example/v1/photos && echo done
curl -G https://api.shop.example/v1/search -d q=tea -d limit=5
curl -d @body.json -H 'Content-Type: application/json' https://api.shop.example/v1/imports
curl -X POST
